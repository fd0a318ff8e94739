// code.ts: table: interpreters, compilers, builds, package managers, and what runs elsewhere. Most run the
// project's code; the looks among them are listed one by one. README.md has the form.

import type { Tables } from './form.ts'

export const CODE: Tables = {
  // JavaScript
  'node|nodejs': `!code -v,--version,-h,--v8-options!alone -c,--check!look -epE,--eval,--print=text!code -i
    -r,--require,--import,--loader,--experimental-loader=read!code --run=text!code --test --test-only --watch
    --inspect,--inspect-brk,--inspect-wait?=text!network --enable-source-maps
    --test-name-pattern,--input-type=text
    --env-file,--env-file-if-exists,--experimental-config-file,--test-reporter=read!code
    --test-reporter-destination,--cpu-prof-dir,--redirect-warnings,--diagnostic-dir=write
    --max-old-space-size=number --no-warnings --experimental-strip-types --experimental-vm-modules
    --no-deprecation --cpu-prof read!code args`,
  '@npm': `--json --long --all -alpgsqSDEOByf --parseable --production --dev --prod
    --depth,--omit,--include,--only,--workspace,-w,--loglevel,--tag=text --workspaces --offline --global
    --package-lock-only --silent --quiet --no-color --color?=text --no-audit --no-fund --save --save-dev
    --save-exact --force --legacy-peer-deps --ignore-scripts --dry-run --yes --if-present
    --node-options=text!code --userconfig,--globalconfig=read!code --registry=text!network
    --script-shell=text!starts --prefix,-C=read!asks --cache=read --pack-destination=write`,
  'npm': '^.npmrc !commands -v!alone @npm',
  'npm ls|list|la|ll|explain|why|root|prefix|bin|query|sbom|help-search': '@npm text...',
  'npm run|run-script|rum|urn': '@npm word...!code',
  'npm test|tst|t|start|stop|restart|build|rebuild|rb|explore|edit': '!code @npm word...',
  'npm exec|x|init|create|innit': '!code !network @npm word...',
  'npm install|i|in|add|ci|clean-install|ic|it|cit|update|up|upgrade|dedupe|link|ln': `!code !network !writes
    @npm word...`,
  'npm uninstall|remove|rm|r|un|unlink|prune': '!code !deletes @npm word...',
  'npm view|info|show|v|search|s|outdated|ping|whoami|audit|fund|doctor|docs|repo': '!network @npm word...',
  'npm publish|unpublish|deprecate|owner|access|token|login|adduser|logout|dist-tag|hook': `!network !code
    @npm word...`,
  'npm pack|version|shrinkwrap|set-script': '!writes !code @npm word...',
  'npm pkg': '!commands',
  'npm pkg get': '@npm text...',
  'npm config|c|get|set|cache': '!settings !commands @npm',
  'npm config get': '@npm name|registry|prefix|cache|version|node-version|loglevel|engine-strict|save-exact',
  'npm config set|delete|edit|fix': '!settings @npm assign...',
  'npx|bunx|yarn|pnpm|pnpx|corepack|bun|deno|tsx|ts-node': '!code !network --version,--help,-v!code args',
  '@tool': '!code ^node_modules --plugin,--plugins=text!code --fix,--write!writes --filter=text args',
  'eslint|prettier|jest|vitest|mocha|ava|c8|nyc|webpack|rollup|vite|esbuild|babel|stylelint|biome': '@tool',
  'turbo|nx|lerna|gulp|grunt|parcel|next|nuxt|ng|playwright|cypress|astro|tsup|swc|typedoc|sass': '@tool',
  'tsc|vue-tsc': `!words !writes -v,-h,-all!alone -p,-project,-rootDir=read -noEmit -w -watch -b -build
    -pretty,-target,-module,-moduleResolution,-lib,-jsx=text -strict -skipLibCheck -incremental -force
    -outDir,-outFile,-declarationDir,-tsBuildInfoFile,-generateTrace=write -showConfig read...`,
  // Python
  'python|pypy|ipython': '!code -V,-h!alone -BbdEiIOqsSuvx -W,-X=text -cm=text+args!code read!code args',
  'pip': '!commands -V!alone -qv --python=text!starts',
  'pip list|freeze|show|check|inspect|debug|help': `-qvfile --format,--exclude=text --not-required --user
    --local --editable --files --verbose --path=read!asks --all -r,--requirement=read
    --outdated,--uptodate,-o!network text...`,
  'pip install|download|wheel|uninstall|index|config': `!code !network !writes -Uqvy --upgrade --user --yes
    -erc,--editable,--requirement,--constraint=word -td,--target=write -i,--index-url=text word...`,
  'pytest|py.test|tox|nox|coverage|mypy|pyright|pylint|flake8|bandit|isort|sphinx-build|mkdocs': `!code
    --version,--help!code -p=text!code args`,
  'ruff|black|autopep8|yapf': '!writes -V!alone args',
  'uv|uvx|poetry|pipenv|pipx|pdm|hatch|pixi|conda|mamba|virtualenv|pre-commit': `!code !network !commands
    --version!asks args`,
  // Ruby, PHP, Perl and others
  'ruby|perl|php|lua|luajit|elixir|groovy': '!code -v,-V!alone -eEr=text!code -I=text -nplaisuwWcTtx args',
  'R|Rscript|julia|ghci|erl|scala|kotlin|guile|octave': '!code args',
  'irb|pry|bundle|bundler|rake|rails|rspec|rubocop|jekyll|composer|artisan|phpunit|pest|phpstan': `!code
    --version,--help!code --filter=text args`,
  'gem': '!code !network !commands -v!alone args',
  'gem list|env|environment|which|contents|help': '-adlv --local --versions --all text...',
  'bash|sh|zsh|dash|ksh|mksh|fish|ash|csh|tcsh|rbash|pwsh|nu': `!code -liefxuvns -oO=text -c=text+args!code
    --norc --noprofile --login --posix --rcfile,--init-file=read read!code args`,
  // Compilers and builds
  'gcc|g++|cc|c++|clang|clang++|ld|as|cpp|ar|ranlib|strip|swiftc|gfortran|nasm|zig|nim|ghc': `!code !words
    -v,-dumpversion,-dumpmachine,-print-search-dirs!alone -wrapper,-fplugin,-specs,-B=text!starts args`,
  'java|javac|jshell|kotlinc|scalac': '!code !words -version!alone args',
  'make|gmake': `!code -v!alone -nksBeiqrRtwdp -jl?=number -f,--file,--makefile=read -C,--directory=folder
    -IoW=read -E,--eval=text!starts --dry-run --just-print --silent --quiet --always-make --keep-going
    --question --jobs?=number --no-print-directory --print-data-base assign...`,
  'cmake|ctest|cpack|meson|ninja': '!code -B,--build=write -S=read -D=assign args',
  'bazel|buck|scons|waf|gradle|gradlew|mvn|ant|sbt|lein|mix|rebar3|cabal|stack|swift': `!code
    --version,--help!code args`,
  'just|task|mage|invoke|fab|dart|flutter|dotnet|pod|fastlane|crystal|nix|xcodebuild': `!code ^global.json
    args`,
  '@toolchain': '^rust-toolchain ^rust-toolchain.toml ^.cargo/config ^.cargo/config.toml',
  '@cargo': `-qvrFpj --quiet --verbose --release --workspace --all --all-targets --all-features --locked
    --no-default-features --offline --lib --bins --tests --no-run --fix
    --features,--package,--bin,--test,--example,--bench,--target=text --message-format=text
    --manifest-path=read --target-dir,--out-dir=write --config=text!starts -C=folder`,
  'cargo': '!code !commands @toolchain -V,--list!alone @cargo',
  'cargo version|locate-project|pkgid|read-manifest|verify-project': '@cargo text',
  'cargo tree|metadata|search|info|fetch|audit|outdated|publish|yank|owner|add|update|install': `!network
    !writes -nie --format-version,--depth,--edges=text --duplicates --dry-run --allow-dirty --dev @cargo
    word...`,
  'cargo build|b|check|c|test|t|run|r|bench|clippy|doc|d|fix|fmt|nextest|clean|new|init': `!code !writes
    @cargo args`,
  'rustc|rustdoc|rustfmt': '!code !writes @toolchain -V!alone --print,--explain=text!alone args',
  'rustup': '!settings !network !commands @toolchain -V!alone',
  'rustup show|which': '-v active-toolchain|home|cargo|rustc',
  '@go': `-a -v -x -n -race -cover -short -json -i -work -trimpath -benchmem -modfile,-overlay,-pgo=read
    -run,-bench,-count,-timeout,-tags,-ldflags,-gcflags,-mod,-p,-cpu,-parallel,-buildmode,-skip,-fuzz=text
    -vet,-covermode,-coverpkg=text -exec,-toolexec,-vettool,-fixtool=text!starts
    -o,-coverprofile,-cpuprofile,-memprofile,-outputdir=write -C=folder`,
  'go': '!words !commands',
  'go version': '!words -m -v read...',
  'go env': '!words -w,-u!settings -json -changed text...',
  'go help': '!words text...',
  'go build|test|vet|run|generate|tool|fix|fmt': '!words !code !writes @go args',
  'go get|install|mod|list|work|clean|doc': `!words !network !code !writes -m -f,-u?=text -e -deps @go
    word...`,
  'gofmt|goimports': '!words -l -d -e -s -w!inplace!writes -r=text read...',
  // Containers, clusters, clouds
  '@docker': `-aqsln --all --quiet --no-trunc --size --digests --latest
    -f,--filter,--format,--last,--type=text --tail,--since,--until=text -t --timestamps --details -v`,
  'docker|podman|nerdctl': '!code !network !commands -v!alone',
  'docker ps|images|info|version|top|port|diff|history|inspect': '@docker text...',
  'docker logs': '-n,--tail,--since,--until=text -t --timestamps --details text',
  'docker container|image|volume|network|context': `@docker ls|list|inspect|show|history|top|port|diff
    text...`,
  'docker run|create|exec': `!code !network -itdPpewulh=text -v,--volume,--mount=mount!writes
    --env,--name=text --rm --network,--entrypoint=text --env-file=read --privileged text text...`,
  'docker build|pull|push|cp|rm|rmi|stop|start|kill|prune|tag|login|save|load|commit': `!code !network
    !deletes -t,--filter,--build-arg=text -f,--file=read -o,--output=write target...`,
  'kubectl|oc': '!network !code !commands --kubeconfig=read!code',
  'kubectl config': `-o,--output=text!asks --minify --no-headers
    current-context|get-contexts|get-clusters|get-users|view text...`,
  'kubectl version': '!network --client!look -o,--output=text --short',
  'kubectl get|describe|logs|top|auth|events|cluster-info|explain|diff': `!network -Awonlc,--namespace=text
    --selector,--output,--context,--tail,--field-selector=text --all-namespaces -f,--filename=read word...`,
  'helm': '!network !code !commands args',
  'helm version|env': '--short --template=text -c --client',
  'terraform|tofu': '!words !network !code !commands -v,-version,--version!network args',
  'gh|glab|aws|gcloud|az|heroku|vercel|netlify|wrangler|firebase|flyctl': '!network --filter=text args',
  // Files from and to other machines, databases, debuggers, editors
  'curl': `!network -sSLkvifIgGNZaR0123jlqnB46
    -d,--data,--data-binary,--data-urlencode,--json,-b,--cookie,-H,--header,-F,--form,-w,--write-out=data
    --data-raw,-u,--user,-X,--request,-A,--user-agent=text
    -e,-m,--max-time,--retry,-r,-x,--proxy=text -o,--output,-c,--cookie-jar,-D,--dump-header=write
    -T,--upload-file=read -K,--config=read!code --cacert,-E,--netrc-file=read --url=word --silent --show-error
    --location --fail --insecure --verbose --include --head --compressed --get -OJ,--remote-name!writes
    word...`,
  'wget|aria2c|axel': `!network !writes -qcNrlpkKEHvdSnbx -OoaP,--output-document,--output-file=write
    --directory-prefix=write -i,--input-file,--post-file,--body-file=read --post-data,--header,-U,-t,-T=text
    -e,--execute,--use-askpass=text!starts --config=read!code --quiet word...`,
  'sqlite3|duckdb': `!code !words -readonly -batch -json -csv -header -line -cmd=escape -init=read word
    escape...`,
  'psql|mysql|mariadb|mongosh|redis-cli|sqlcmd|clickhouse-client|cqlsh': `!code !network
    -ceUhpdPnuDa,--command,--execute=escape -f,--file=read escape...`,
  'gdb|lldb|dlv': `!code !words -ex,-iex,-eval-command,-o,-O,-k=escape -x,-ix,-command,-s=read -batch -q
    args`,
  'vim|vi|nvim|view|ex|vimdiff|emacs|nano|ed|micro|helix|hx|code': `!code -esRnbdm -c,--cmd=escape
    --eval=text!code escape...`,
  'openssl': '!asks !commands',
  'openssl version': '-abdefhmopvr',
  'openssl engine': '!never word...',
}
