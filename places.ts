// places.ts: the one table of places. It says what a real path inside the root is to the harness: never to
// be written, run later by something else, telling an agent who it is, or secret. Names are compared as a
// forgiving file system would (case, look-alikes, trailing dots): another spelling is the same place.

/** '' is ordinary. `outside` and `hard-link` are facts that paths.ts finds; the rest stands below. */
export type Place = '' | 'never' | 'later-run' | 'identity' | 'secret' | 'hard-link' | 'outside'

type Row = readonly [place: Place, access: 'write' | 'any', why: string, names: string]

/** A name is the end of a path, at any depth; `x/` is all below a folder x; `*` is any run of characters
 *  but `/`; a leading `/` is the root. Lower case, since paths are folded before they are compared. */
export const PLACES: readonly Row[] = [
  ['never', 'write', 'history, settings and hooks of the repository', `
    .git .git/`],
  ['never', 'write', 'the policy and the record of this harness', `
    /policy.json .handrail .handrail/`],
  ['secret', 'any', 'environment files', `
    .env .env.* *.env .envrc .env/`],
  ['secret', 'any', 'keys', `
    id_rsa id_dsa id_ecdsa id_ed25519 id_*_sk *.pem *.key *.p12 *.pfx *.jks *.keystore *.kdbx *.ppk
    *.asc.key .ssh/ .gnupg/ .password-store/`],
  ['secret', 'any', 'credentials', `
    .npmrc .yarnrc.yml .pypirc .netrc _netrc .git-credentials .pgpass .my.cnf .htpasswd .vault-token
    .s3cfg .boto .dockercfg .docker/config.json .kube/ kubeconfig .aws/ .azure/ .config/gcloud/
    .config/gh/ service-account*.json service_account*.json credentials credentials.json
    credentials.toml credentials.y*ml credentials.ini secrets secrets.json secrets.toml secrets.y*ml
    secrets.env auth.json client_secret*.json terraform.tfstate* *.tfvars .git/config
    .cargo/credentials* .gem/credentials .bash_history .zsh_history .node_repl_history .psql_history`],
  ['identity', 'write', 'what tells an agent who it is', `
    agents.md agents.*.md claude.md claude.*.md gemini.md soul.md voice.md persona.md identity.md
    memory.md copilot-instructions.md .cursorrules .windsurfrules .clinerules .clinerules/ .claude/
    .codex/ .cursor/ .gemini/ .windsurf/ .continue/ .roo/ .aider* .opencode/ .pi/ mcp.json .mcp.json
    skill.md .gitconfig`],
  ['later-run', 'write', 'manifests', `
    package.json package-lock.json npm-shrinkwrap.json yarn.lock .yarnrc .yarn/ pnpm-lock.yaml
    pnpm-workspace.yaml .pnpmfile.cjs .pnpmfile.mjs bun.lock bunfig.toml deno.json deno.jsonc node_modules/
    cargo.toml cargo.lock .cargo/ rust-toolchain* build.rs go.mod go.work pyproject.toml setup.py
    setup.cfg conftest.py tox.ini noxfile.py pytest.ini requirements*.txt pipfile pipfile.lock
    poetry.lock uv.lock sitecustomize.py usercustomize.py *.pth .venv/ gemfile gemfile.lock *.gemspec
    rakefile composer.json composer.lock mix.exs pom.xml .mvn/ mvnw *.gradle *.gradle.kts
    gradle.properties gradle/ gradlew build.xml build.sbt directory.build.* *.csproj *.sln nuget.config`],
  ['later-run', 'write', 'build files', `
    makefile gnumakefile *.mk cmakelists.txt *.cmake meson.build build.ninja sconstruct build.zig
    justfile .justfile taskfile.y*ml magefile.go gulpfile.* gruntfile.* *.config.js *.config.ts
    *.config.mjs *.config.cjs *.config.mts .eslintrc* .babelrc* .mocharc* .prettierrc* jakefile
    configure flake.nix shell.nix default.nix workspace build.bazel module.bazel .bazelrc dockerfile
    *.dockerfile containerfile docker-compose* compose.y*ml vagrantfile procfile *.tf`],
  ['later-run', 'write', 'hooks, continuous integration, editors', `
    .husky/ lefthook.y*ml .lefthook/ .pre-commit-config.yaml .pre-commit-hooks.yaml .github/workflows/
    .github/actions/ .gitlab-ci* .circleci/ .travis.yml jenkinsfile azure-pipelines* .drone.yml
    .woodpecker* .buildkite/ bitbucket-pipelines.yml appveyor.yml .ci/ .vscode/ .idea/ .fleet/ .zed/
    .vim/ .vimrc .exrc .nvimrc .nvim.lua .emacs* .dir-locals.el *.code-workspace .devcontainer/
    .devcontainer.json .gitattributes .gitmodules *.git/ .hg/ .svn/ .lintstagedrc*`],
  ['later-run', 'write', 'shells and what they start', `
    .bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile
    .zlogin .zlogout .kshrc .cshrc .tcshrc .login .inputrc .config/ .local/ .direnvrc .tool-versions
    .mise.toml mise.toml .mise/ .asdfrc .nvmrc .rvmrc .lessfilter .lesskey .xinitrc .xprofile .xsession
    .screenrc .tmux.conf .gdbinit .lldbinit .pythonrc* .irbrc .rprofile crontab *.service *.timer
    *.desktop *.plist .curlrc .wgetrc .ackrc .ripgreprc`],
]

/** Names that look secret and are not: examples, public keys, prose. */
const NOT_SECRET = patternOf('.env.example .env.sample .env.template .env.dist *.env.example *.pub *.md')

const COMPILED = PLACES.map(([place, access, , names]) => ({ place, access, pattern: patternOf(names) }))

/** What a path relative to the root is, for the given access; '' when it is ordinary. */
export function placeOf(relative: string, access: 'read' | 'write'): Place {
  const folded = folds(relative)
  for (const row of COMPILED) {
    if (row.access === 'write' && access === 'read') continue
    if (!row.pattern.test(folded)) continue
    if (row.place === 'secret' && NOT_SECRET.test(folded)) continue
    return row.place
  }
  return ''
}

/** A path as the most forgiving file system would read it: `/` in front, components folded. */
function folds(relative: string): string {
  const folded = relative.split('/').map((name) => {
    const plain = name.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '').toLowerCase()
    const bare = plain.replace(/:.*$/s, '').replace(/(?<=.)[. ]+$/, '') // streams, trailing dots and blanks
    return bare === 'git~1' ? '.git' : bare
  })
  return `/${folded.join('/')}`
}

function patternOf(names: string): RegExp {
  const sources = names.trim().split(/\s+/).map((name) => {
    const source = name.replace(/[.+]/g, '\\$&').replaceAll('*', '[^/]*')
    const start = name.startsWith('/') ? '^' : '/'
    return name.endsWith('/') ? `${start}${source}` : `${start}${source}$`
  })
  return new RegExp(sources.join('|'))
}
