// away.ts: table: the rest of dangers.ts: what is elsewhere, and overwritten, published or destroyed.

import type { Danger } from './dangers.ts'

export const AWAY: readonly Danger[] = [
  { what: 'overwrites or removes what others have', category: 'git_push', forms: `
    git push : -f|-d|--force|--force-with-lease|--mirror|--delete|--prune|+*|:* !-n !--dry-run
    hg push : -f|--force
    git send-pack : --force|--mirror|+*` },

  { what: 'publishes what cannot be taken back', category: 'publish', forms: `
    npm|pnpm|yarn|bun|lerna|rush|changeset publish : !--dry-run
    npm|pnpm|yarn unpublish|deprecate
    npm|yarn|pnpm dist-tag|owner|access|team add|rm|set|grant|revoke
    yarn npm publish
    npx|bunx|pnpx|pnpm|yarn|bun semantic-release|np|release-it|vsce|ovsx|jsr|changeset publish|@latest
    npx|bunx|pnpx|pnpm|yarn|bun semantic-release|np|release-it|gh-pages|lerna : !--dry-run !run !version
    semantic-release|release-it|np : !--dry-run
    deno|jsr|vsce|ovsx|uv|poetry|flit|hatch|pdm|maturin publish|upload : !--dry-run
    cargo publish|yank|owner : !--dry-run !-n
    cargo release : -x|--execute
    gem push|yank|owner
    rake|bundle release|push
    twine upload
    python : -m twine|flit|poetry upload|publish
    python : setup.py upload|register
    docker|podman|nerdctl|buildah|skopeo|crane|oras|helm push
    docker|podman image|compose|manifest push
    docker|podman buildx|build : --push
    skopeo|crane copy : docker://*
    mvn : deploy|deploy:*|release:perform
    gradle|gradlew : publish*|*:publish*|uploadArchives|closeAndRelease* !publishToMavenLocal
    sbt publish|publishSigned|release
    lein deploy
    mix hex.publish
    dotnet|nuget nuget|push push|delete|*.nupkg
    pod trunk push|delete|deprecate
    flutter|dart pub publish : !--dry-run !-n
    luarocks|cabal|stack|cpan upload
    goreleaser release : !--snapshot
    gh|glab release delete|delete-asset
    anaconda|conda upload
    snapcraft upload|push|release
    fastlane : deliver|supply|release|pilot
    eas submit` },

  { what: 'destroys what runs elsewhere', category: 'destructive_shell', forms: `
    terraform|tofu|terragrunt|pulumi|cdk|cdktf|vagrant|sst destroy
    terragrunt run-all destroy
    terraform|tofu apply : -destroy
    terraform|tofu state|workspace rm|delete
    pulumi stack rm
    kubectl|oc|k delete|drain : !--dry-run
    kubectl|oc replace : --force
    helm uninstall|delete|del : !--dry-run
    helmfile destroy|delete
    minikube|kind|k3d|eksctl|kops|doctl|linode-cli|hcloud|civo|scw : delete|rm|destroy|remove
    docker|podman|nerdctl system|image|volume|container|network|builder|buildx prune|reset
    docker|podman|nerdctl volume rm|remove
    docker|podman compose down : -v|--volumes|--rmi
    docker-compose|podman-compose down : -v|--volumes|--rmi
    docker swarm|stack|service|secret rm|remove|leave
    aws s3 rm : --recursive
    aws s3 rb
    aws s3 sync : --delete
    aws * delete-*|terminate-*|deregister-*|purge-*|batch-delete-*|schedule-key-deletion
    sam|serverless|sls|amplify|eb|chalice|zappa remove|delete|terminate|undeploy
    gcloud|az : delete|purge|destroy|delete-*
    gsutil rm|rb : -r|-R|-a|gs:*
    bq rm
    heroku|dokku : *:destroy|*:reset|*:delete|*:remove
    fly|flyctl|railway|render|koyeb|scalingo : destroy|delete|down|remove
    vercel|now|netlify|wrangler|surge remove|rm|delete|teardown|*:delete
    wrangler d1|r2|kv|kv:namespace|kv:key|queues delete|object|namespace|bulk : !list !get !put
    firebase : *:delete|*:disable
    supabase db|projects|branches reset|delete
    gh|glab repo|project|secret|variable|codespace|gist|label|cache|run delete|archive|remove
    gh api : /\\s(-X|--method)[\\s=]?DELETE/i
    restic forget|prune
    borg|borgmatic|duplicity|kopia delete|prune|snapshot : !list !--dry-run
    rclone purge|delete|sync|cleanup : !--dry-run
    rsync : --delete|--delete-* *:* !--dry-run !-n
    s3cmd|s5cmd|mc del|rm|rb|rmb
    virsh|multipass|lxc|incus|limactl delete|destroy|undefine|vol-delete` },

  { what: 'destroys data in a database', category: 'destructive_shell', forms: `
    dropdb|dropuser
    mysqladmin drop
    psql|mysql|mariadb|sqlite3|duckdb|sqlcmd|clickhouse-client|cqlsh|pgcli|mycli|docker|kubectl|wrangler : \
      /\\bdrop\\s(database|schema|table|owned|user|role|keyspace|index)/i
    psql|mysql|mariadb|sqlite3|duckdb|sqlcmd|clickhouse-client|cqlsh|pgcli|mycli|docker|kubectl|wrangler : \
      /\\btruncate\\s\\w|\\bdelete\\sfrom\\s\\S+(;|$)/i
    psql|mysql|mariadb|sqlite3 : /\\b(drop|wipe|reset|truncate|destroy)[\\w-]*\\.sql\\b/i
    mongo|mongosh : /dropDatabase|\\.drop\\(|(deleteMany|remove)\\(\\{\\}\\)/
    redis-cli|valkey-cli : flushall|flushdb
    etcdctl|consul|vault|influx del|delete
    consul|vault kv delete|destroy
    kafka-topics|kafka-topics.sh|rabbitmqctl : --delete|reset|force_reset|purge_queue|delete_queue
    npx|bunx|pnpx|yarn|pnpm|npm|bun|prisma|drizzle-kit|sequelize|typeorm|knex : \
      /\\s(migrate\\sreset|db\\spush\\s.*--(force-reset|accept-data)|db:(drop|reset|wipe)|schema:drop)/
    npx|bunx|pnpx|yarn|pnpm|bun drizzle-kit push|drop : --force
    drizzle-kit push|drop : --force
    rails|rake|bundle|mix : /\\s(db:(drop|reset|purge|truncate_all|migrate:reset)|ecto\\.(drop|reset))\\b/
    flask db downgrade : base
    python|uv|poetry|pipenv|django-admin : flush|reset_db|reset_schema|drop_all|drop_db !-c
    alembic downgrade : base
    flyway|liquibase clean|dropAll|drop-all
    php|artisan|sail : migrate:fresh|migrate:reset|db:wipe|doctrine:database:drop|doctrine:schema:drop` },
]
