// places.test.ts: what the table of places says, name by name and in every spelling that some file system
// takes for the same, and which look-alikes stay ordinary. The names are written out once more here on
// purpose: a name that leaves the table is missed.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { placeOf, PLACES } from '../places.ts'
import type { Place } from '../places.ts'

const words = (text: string) => text.trim().split(/\s+/)

/** Paths by what they are to a write. `!` in front: they are the same to a read; else a read is ordinary. */
const EXPECTED: Record<string, string> = {
  'never': `
    .git .git/HEAD .git/hooks/pre-commit sub/.git/x deep/sub/.git .git/objects/aa/bb .git/notes.md
    policy.json .handrail .handrail/x/y sub/.handrail/x`,
  '!secret': `
    .env sub/.env .env/x .env.local .env.production .env.md.bak .env~ prod.env sub/a.env .envrc
    id_rsa id_dsa id_ecdsa id_ed25519 id_ecdsa_sk id_ed25519_sk keys/id_rsa a.pem .pem a.key a.p8 a.p12 a.pfx
    a.jks a.keystore a.kdbx a.ppk .ssh .ssh/config .ssh/known_hosts .gnupg .gnupg/x .password-store/x
    .npmrc .yarnrc.yml .pypirc .netrc _netrc .git-credentials .pgpass .my.cnf .htpasswd .vault-token .s3cfg
    .boto .dockercfg .docker/config.json .kube .kube/config kubeconfig .aws .aws/credentials .azure/x
    .config/gcloud .config/gcloud/x .config/gh/hosts.yml service-account.json service-account-prod.json
    service_account.json service_account_x.json credentials sub/credentials credentials.json credentials.toml
    credentials.yml credentials.yaml credentials.ini secrets secrets.json secrets.toml secrets.yml
    secrets.yaml auth.json client_secret.json client_secret_1.json terraform.tfstate
    terraform.tfstate.backup prod.tfvars prod.tfvars.json .terraformrc .cargo/credentials
    .cargo/credentials.toml .gem/credentials .bundle/config .bash_history .zsh_history .node_repl_history
    .psql_history .python_history server:443.pem a:b.env .env.example:x`,
  'identity': `
    agents.md AGENTS.md sub/AGENTS.md agents.override.md CLAUDE.md claude.local.md GEMINI.md qwen.md SOUL.md
    docs/voice.md persona.md identity.md memory.md .github/copilot-instructions.md copilot-instructions.md
    .github/instructions/x.md .github/prompts/x .github/agents/x .cursorrules .windsurfrules .clinerules
    .clinerules/x.md .goosehints .claude .claude/settings.json .codex/x .cursor/rules .gemini/x .qwen/x
    .windsurf/x .continue/x .roo/x .kiro/x .aider.conf.yml .aiderignore .opencode/x .pi/x .agents/x mcp.json
    .mcp.json skills/a/SKILL.md`,
  'later-run': `
    package.json sub/package.json package-lock.json npm-shrinkwrap.json yarn.lock .yarnrc .yarn/releases/x
    pnpm-lock.yaml pnpm-workspace.yaml .pnpmfile.cjs .pnpmfile.mjs bun.lock bun.lockb bunfig.toml deno.json
    deno.jsonc deno.lock node_modules node_modules/a/index.js cargo.toml Cargo.toml cargo.lock .cargo/config
    rust-toolchain rust-toolchain.toml build.rs go.mod go.sum go.work pyproject.toml setup.py setup.cfg
    conftest.py tox.ini noxfile.py pytest.ini requirements.txt requirements-dev.txt pipfile pipfile.lock
    poetry.lock uv.lock sitecustomize.py usercustomize.py a.pth .venv/bin/x gemfile gemfile.lock a.gemspec
    rakefile composer.json composer.lock mix.exs pom.xml .mvn/x mvnw build.gradle build.gradle.kts
    gradle.properties gradle/wrapper/x gradlew build.xml build.sbt directory.build.props a.csproj a.fsproj
    a.vcxproj a.targets a.sln nuget.config package.swift podfile project.clj deps.edn
    makefile Makefile gnumakefile a.mk cmakelists.txt a.cmake meson.build build.ninja sconstruct build.zig
    justfile .justfile taskfile.yml taskfile.yaml magefile.go gulpfile.js gruntfile.js vite.config.js
    vite.config.ts a.config.mjs a.config.cjs a.config.mts .eslintrc .eslintrc.json .babelrc .babelrc.json
    .mocharc.yml .prettierrc .prettierrc.js .stylelintrc.json .swcrc .pylintrc jakefile configure flake.nix
    shell.nix default.nix WORKSPACE build.bazel module.bazel .bazelrc Dockerfile a.dockerfile containerfile
    docker-compose.yml docker-compose.prod.yaml compose.yml compose.yaml vagrantfile procfile main.tf
    .husky .husky/pre-commit .githooks/x lefthook.yml lefthook.yaml .lefthook/x .pre-commit-config.yaml
    .pre-commit-hooks.yaml .github/workflows .github/workflows/ci.yml .github/actions/a/index.js action.yml
    action.yaml .gitlab-ci.yml .gitlab-ci-x.yml .circleci/config.yml .travis.yml Jenkinsfile
    azure-pipelines.yml .drone.yml .woodpecker.yml .buildkite/x bitbucket-pipelines.yml appveyor.yml
    cloudbuild.yaml buildspec.yml .ci/x .vscode/tasks.json .idea/x .fleet/x .zed/x .vim/x .vimrc .exrc .nvimrc
    .nvim.lua .emacs .emacs.d .dir-locals.el a.code-workspace .devcontainer/x .devcontainer.json .gitpod.yml
    .gitconfig .gitattributes sub/.gitattributes .gitmodules bare.git/hooks/x .hg/hgrc .svn/x .lintstagedrc
    .lintstagedrc.json .bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv
    .zprofile .zlogin .zlogout .kshrc .cshrc .tcshrc .login .inputrc .config .config/fish/config.fish
    .local/bin/x .direnvrc .tool-versions .mise.toml mise.toml .mise/x .asdfrc .nvmrc .rvmrc .lessfilter
    .lesskey .xinitrc .xprofile .xsession .screenrc .tmux.conf .gdbinit .lldbinit .pdbrc .pythonrc
    .pythonrc.py .irbrc .rprofile crontab a.service a.timer a.desktop a.plist .curlrc .wgetrc .ackrc
    .ripgreprc`,
  '': `
    a.txt README.md src/index.ts .env.example .env.sample .env.template .env.dist prod.env.example
    sub/.env.example env environment.ts env.d.ts dotenv.js src/env/x .environment keyboard.ts monkey.ts
    a.pem.txt keys.md key a.keys id_rsa.pub id_ed25519.pub id_rsa.md .ssh/id_rsa.pub .ssh/README.md ssh/config
    my.ssh docs/credentials.md credentials.ts src/secrets/README.md src/secrets/index.ts token-parser.js
    auth.ts oauth.json kube/config aws/x .gitignore .gitkeep sub/.gitkeep git/config src/git/config.ts
    githooks.md .git2/x x.git2 digit .gitx .github/README.md .github/CODEOWNERS .github/ISSUE_TEMPLATE/x.md
    src/hooks/use.ts hooks/use.ts sub/policy.json policy.json5 mypolicy.json policy.json.bak handrail/x
    .handrail.md docs/AGENTS-guide.md docs/soul.md.txt souls.md myagents.md agents/x claude/x.md skills.md
    memory.ts .pip/x packages.json package.json.md src/package.ts apackage.json node_modules.md
    my_node_modules/x makefile.md Makefile.am.txt config.js src/config.ts app.configs.js dockerfile.md
    workspaces workspace.ts .vscode2 vscode/settings.json .editorconfig src/bashrc.ts bashrc profile.ts
    .configx .Kit/x K8s.md build.gradle.md mygradle/x services.ts timer.ts a.services
    tf .tfx history.md bash_history service.json account.json`,
}

describe('every name of the table', () => {
  for (const [kind, text] of Object.entries(EXPECTED)) {
    const place = kind.replace('!', '') as Place
    test(`${kind || 'ordinary'}: ${words(text).length} names`, () => {
      for (const path of words(text)) {
        assert.equal(placeOf(path, 'write'), place, `writing ${path}`)
        if (!path.startsWith('.git/')) {
          assert.equal(placeOf(path, 'read'), kind.startsWith('!') ? place : '', `reading ${path}`)
        }
      }
    })
  }

  test('is written as the table wants it: folded, and what is never written only for writing', () => {
    for (const [place, access, why, names] of PLACES) {
      assert.equal(names, names.toLowerCase())
      assert.equal(access, place === 'secret' ? 'any' : 'write', why)
    }
  })
})

describe('the folder of the repository', () => {
  test('is never written; of it only what may hold a password asks before it is read', () => {
    const secret = words('.git/config .git/config.worktree .git/modules/a/config sub/.git/config')
    for (const path of secret) {
      assert.equal(placeOf(path, 'read'), 'secret', path)
      assert.equal(placeOf(path, 'write'), 'never', path)
    }
    const ordinary = words('.git .git/HEAD .git/hooks/x .git/refs .git/modules/a/HEAD config git/config')
    for (const path of ordinary) assert.equal(placeOf(path, 'read'), '', path)
  })
})

describe('the root', () => {
  test('is ordinary', () => {
    assert.equal(placeOf('', 'write'), '')
    assert.equal(placeOf('', 'read'), '')
  })

  test('alone has the policy; its record is never written at any depth', () => {
    assert.equal(placeOf('policy.json', 'write'), 'never')
    assert.equal(placeOf('policy.json/x', 'write'), '')
    assert.equal(placeOf('a/policy.json', 'write'), '')
    assert.equal(placeOf('a/.handrail/b', 'write'), 'never')
  })
})

describe('another spelling is the same place', () => {
  const wide = (text: string) =>
    text.replace(/[!-.0-~]/g, (char) => String.fromCodePoint(char.codePointAt(0)! + 0xfee0))
  const last = (path: string, change: (name: string) => string) => path.replace(/[^/]+$/, change)
  const first = (path: string, change: (name: string) => string) => path.replace(/^[^/]+/, change)

  const variants: Record<string, (path: string) => string> = {
    'upper case': (path) => path.toUpperCase(),
    'mixed case': (path) => path.replace(/[a-z](?=[a-z])/g, (char) => char.toUpperCase()),
    'full width': wide,
    'a dot behind it': (path) => `${path}.`,
    'dots and blanks behind it': (path) => `${path}. . `,
    'a blank behind the first name': (path) => first(path, (name) => `${name} `),
    'a stream behind it': (path) => `${path}::$DATA`,
    'a stream behind the first name': (path) => first(path, (name) => `${name}::$INDEX_ALLOCATION`),
    'a dot and then a stream': (path) => `${path}.:x`,
    'a zero-width space in it': (path) => last(path, (name) => `${name[0]}\u200b${name.slice(1)}`),
    'a joiner, a soft hyphen and a filler': (path) => first(path, (name) => `\u200d${name}\u00ad\u3164`),
    'a byte order mark in front': (path) => `\ufeff${path}`,
    'a variation selector behind it': (path) => `${path}\ufe0f`,
    'a long s and a dotless i': (path) => path.replaceAll('s', 'ſ').replaceAll('i', 'ı'),
    'a letter that stands for Kelvin': (path) => path.replaceAll('k', '\u212a'),
  }
  const paths: [path: string, place: Place][] = [
    ['.git/hooks/x', 'never'], ['policy.json', 'never'], ['.handrail/x', 'never'], ['.env', 'secret'],
    ['.ssh/known_hosts', 'secret'], ['sub/id_rsa', 'secret'], ['sub/a.key', 'secret'], ['.aws/x', 'secret'],
    ['claude.md', 'identity'], ['.claude/settings.json', 'identity'], ['skill.md', 'identity'],
    ['package.json', 'later-run'], ['sub/makefile', 'later-run'], ['.github/workflows/ci.yml', 'later-run'],
    ['.husky/pre-commit', 'later-run'], ['.bashrc', 'later-run'], ['a.service', 'later-run'],
  ]
  for (const [name, change] of Object.entries(variants)) {
    test(name, () => {
      for (const [path, place] of paths) assert.equal(placeOf(change(path), 'write'), place, change(path))
    })
  }

  test('the short name of the repository folder', () => {
    for (const path of ['git~1', 'GIT~1/hooks/x', 'sub/git~1/config', 'git~1:x', 'git~1. ']) {
      assert.equal(placeOf(path, 'write'), 'never', path)
    }
    for (const path of ['git~2', 'xgit~1', 'git~1x', 'git~10']) assert.equal(placeOf(path, 'write'), '', path)
  })

  test('what stays another name: a blank in front, dots alone, and a dot or a blank inside', () => {
    const others = ['...', '.. .', ' package.json', '.e nv', '.gi.t/x', 'package. json', '. git/x']
    for (const path of others) assert.equal(placeOf(path, 'write'), '', path)
  })

  test('an example or a public key that is spelled so is still no secret', () => {
    const paths = ['.ENV.Example', 'ID_RSA.PUB.', 'id_rsa.pub ', '.ssh/README.MD', 'a.Env.Example']
    for (const path of paths) assert.equal(placeOf(path, 'read'), '', path)
  })

  test('a very long name is judged at once', () => {
    const started = Date.now()
    for (const char of ['.', ' ', 'a', ':', '.a', '/', '/.']) {
      assert.equal(placeOf(`x${char.repeat(8_000)}y`, 'write'), '')
    }
    assert.ok(Date.now() - started < 2_000)
  })
})
