// places.ts: the one table of places. It says what a real path inside the root is to the harness: never to
// be written, run later by something else, telling an agent who it is, or secret. Names are compared as a
// forgiving file system would (case, look-alikes, trailing dots): another spelling is the same place.

/** '' is ordinary. `outside` and `hard-link` are facts that paths.ts finds; the rest stands below. */
export type Place = '' | 'never' | 'later-run' | 'identity' | 'secret' | 'hard-link' | 'outside'

type Row = readonly [place: Place, access: 'write' | 'any', why: string, names: string]

/** A name is the end of a path, at any depth; `x/` is a folder x and all below it; `*` is any run of
 *  characters but `/`; a leading `/` is the root. Lower case, since paths are folded before they are
 *  compared. The first row that fits decides. */
export const PLACES: readonly Row[] = [
  ['never', 'write', 'history, settings and hooks of the repository', `
    .git/`],
  ['never', 'write', 'the policy and the record of this harness', `
    /policy.json .handrail/`],
  ['secret', 'any', 'environment files', `
    .env/ .env.* .env~ *.env .envrc`],
  ['secret', 'any', 'keys', `
    id_rsa id_dsa id_ecdsa id_ed25519 id_*_sk *.pem *.key *.p8 *.p12 *.pfx *.jks *.keystore *.kdbx *.ppk
    .ssh/ .gnupg/ .password-store/`],
  ['secret', 'any', 'credentials', `
    .npmrc .yarnrc.yml .pypirc .netrc _netrc .git-credentials .pgpass .my.cnf .htpasswd .vault-token
    .s3cfg .boto .dockercfg .docker/config.json .kube/ kubeconfig .aws/ .azure/ .config/gcloud/
    .config/gh/ service-account*.json service_account*.json credentials *credentials.json
    credentials.toml credentials.y*ml credentials.ini secrets secrets.json secrets.toml secrets.y*ml
    auth.json client_secret*.json terraform.tfstate* *.tfvars *.tfvars.json .terraformrc
    .git/config .git/config.worktree .git/modules/*/config .bundle/config .*_history`],
  ['identity', 'write', 'what tells an agent who it is', `
    agents.md agents.*.md claude.md claude.*.md gemini.md qwen.md soul.md voice.md persona.md identity.md
    memory.md /user.md /tools.md /heartbeat.md /bootstrap.md copilot-instructions.md
    .github/instructions/ .github/prompts/ .github/agents/ .cursorrules .windsurfrules
    .clinerules/ .goosehints .claude/ .codex/ .cursor/ .gemini/ .qwen/ .windsurf/ .continue/
    .roo/ .kiro/ .aider* .opencode/ .pi/ .agents/ mcp.json .mcp.json skill.md`],
  ['later-run', 'write', 'manifests', `
    package.json package-lock.json npm-shrinkwrap.json yarn.lock .yarnrc .yarn/ pnpm-lock.yaml
    pnpm-workspace.yaml .pnpmfile.cjs .pnpmfile.mjs bun.lock bun.lockb bunfig.toml deno.json deno.jsonc
    deno.lock node_modules/ cargo.toml cargo.lock .cargo/ rust-toolchain* build.rs go.mod go.sum go.work
    pyproject.toml setup.py setup.cfg conftest.py tox.ini noxfile.py pytest.ini requirements*.txt pipfile
    pipfile.lock poetry.lock uv.lock sitecustomize.py usercustomize.py *.pth .venv/ gemfile gemfile.lock
    *.gemspec rakefile composer.json composer.lock mix.exs pom.xml .mvn/ mvnw *.gradle *.gradle.kts
    gradle.properties gradle/ gradlew build.xml build.sbt directory.build.* *.csproj *.fsproj *.vcxproj
    *.targets *.sln nuget.config package.swift podfile project.clj deps.edn global.json .formatter.exs
    .pnp.cjs .pnp.loader.mjs .pdm-plugins/ project/*.sbt project/plugins.sbt mypy.ini .flake8 .coveragerc`],
  ['later-run', 'write', 'build files', `
    makefile gnumakefile *.mk cmakelists.txt *.cmake meson.build build.ninja sconstruct build.zig
    justfile .justfile taskfile.y*ml magefile.go gulpfile.* gruntfile.* *.config.js *.config.ts
    *.config.mjs *.config.cjs *.config.mts .eslintrc* .babelrc* .mocharc* .prettierrc* .stylelintrc*
    .swcrc .pylintrc jakefile configure flake.nix shell.nix default.nix workspace build.bazel module.bazel
    .bazelrc tiltfile ansible.cfg phpunit.xml* cmakepresets.json cmakeuserpresets.json .nycrc* .rspec
    babel.config.json *.conf.js .storybook/ dockerfile *.dockerfile containerfile docker-compose*
    compose.y*ml vagrantfile procfile *.tf`],
  ['later-run', 'write', 'hooks, continuous integration, editors', `
    .husky/ .githooks/ lefthook.y*ml .lefthook/ .pre-commit-config.yaml .pre-commit-hooks.yaml
    .github/workflows/ .github/actions/ action.y*ml .gitlab-ci* .circleci/ .travis.yml jenkinsfile
    azure-pipelines* .drone.yml .woodpecker* .buildkite/ bitbucket-pipelines.yml appveyor.yml
    cloudbuild.y*ml buildspec.y*ml .ci/ .vscode/ .idea/ .fleet/ .zed/ .vim/ .vimrc .exrc .nvimrc .nvim.lua
    .emacs* .dir-locals.el *.code-workspace .devcontainer/ .devcontainer.json .gitpod.yml .gitconfig
    .gitattributes .gitmodules *.git/ .hg/ .svn/ .lintstagedrc*`],
  ['later-run', 'write', 'shells and what they start', `
    .bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile
    .zlogin .zlogout .kshrc .cshrc .tcshrc .login .inputrc .config/ .local/ .direnvrc .tool-versions
    .mise.toml mise.toml .mise/ .asdfrc .nvmrc .rvmrc .lessfilter .lesskey .xinitrc .xprofile .xsession
    .screenrc .tmux.conf .gdbinit .lldbinit .pdbrc .pythonrc* .irbrc .rprofile crontab *.service *.timer
    *.desktop *.plist .curlrc .wgetrc .ackrc .ripgreprc .ghci .pryrc .sqliterc .psqlrc`],
]

/** Names that look secret and are not: examples, public keys, prose. */
const NOT_SECRET = patternOf('.env.example .env.sample .env.template .env.dist *.pub *.md')

const COMPILED = PLACES.map(([place, access, , names]) => ({ place, access, pattern: patternOf(names) }))

/** What a path relative to the root is, for the given access; '' when it is ordinary. */
export function placeOf(relative: string, access: 'read' | 'write'): Place {
  const whole = folded(relative)
  const spellings = [whole]
  if (whole.includes(':')) spellings.push(whole.replace(/:[^/]*/g, '')) // `a:b` is a name, or a stream of `a`
  const row = COMPILED.find(({ place, access: when, pattern }) => {
    if (when === 'write' && access === 'read') return false
    return spellings.some((path) => pattern.test(path) && !(place === 'secret' && NOT_SECRET.test(path)))
  })
  return row?.place ?? ''
}

const PLAIN = /^[ -~]*$/ // ASCII that can be seen
const IGNORED = /\p{Default_Ignorable_Code_Point}/gu

/** A path as the most forgiving file system would read it: `/` in front, each name folded. */
function folded(relative: string): string {
  const isPlain = PLAIN.test(relative)
  const plain = isPlain ? relative : relative.normalize('NFKC').replace(IGNORED, '').toUpperCase()
  const bare = `/${plain.toLowerCase()}`.replace(/(?<=[^. /])[. ]+(?=[:/]|$)/g, '') // what trails a name
  return bare.replace(/\/git~1(?=[:/]|$)/g, '/.git')
}

/** A path begins with `/`, so that a name that begins with `*` fits wherever the rest of it does. */
function patternOf(names: string): RegExp {
  const sources = names.trim().split(/\s+/).map((name) => {
    const start = name.startsWith('*') ? '' : name.startsWith('/') ? '^' : '/'
    const source = name.replace(/^\*|\/$/g, '').replace(/[.+]/g, '\\$&').replaceAll('*', '[^/]*')
    return `${start}${source}${name.endsWith('/') ? '(?:/|$)' : '$'}`
  })
  return new RegExp(sources.join('|'))
}
