// harmless.ts: table: commands that are small when nothing else speaks against them. Unlike in dangers.ts all
// that may follow a name is listed here: what is not listed proves nothing. forms.ts has how a line is read.

/** Words that several rows share. */
export const GROUPS: Readonly<Record<string, string>> = {
  script: `test test:* test-* *:test tests lint lint:* lint-* typecheck type-check types tsc check check:*
    check-* build build:* build-* compile fmt fmt:* format format:* prettier eslint unit unit:* e2e e2e:*
    coverage cov docs docs:* doc verify validate all ci`,
  js: `--silent -s --if-present --workspaces --workspace= -w= -r --recursive --filter= --quiet -q --verbose
    --ci --coverage --watch=false --watchAll=false --run --bail -t= --testNamePattern= --testPathPattern=
    --testPathPatterns= --grep= -g= --listTests --list --max-warnings= --runInBand -i --no-coverage --fix
    --check --noEmit --passWithNoTests --no-cache --forceExit --maxWorkers= --production --mode=`,
  pytest: `-vqxsl --verbose --quiet -k= -m= -n= -r= --tb= --maxfail= --lf --ff --sw --nf --last-failed
    --failed-first --exitfirst --no-header --no-summary --durations= --collect-only --co --cov --cov=
    --cov-report=term --cov-report=term-missing --no-cov --color= --timeout= --disable-warnings
    --showlocals --capture= --strict-markers --doctest-modules --stepwise`,
  cargo: `-rqv --release --all --workspace --all-targets --all-features --no-default-features --features= -F=
    -p= --package= --exclude= --lib --bins --bin= --test= --tests --example= --examples --bench= --benches
    --doc --no-run --locked --frozen --offline --quiet --verbose -j= --jobs= --message-format= --profile=
    --keep-going --no-fail-fast --check --nocapture --test-threads= --ignored --include-ignored --exact
    --show-output --skip= -D= -W= -A= --no-deps --color= *`,
  go: `-v -race -short -cover -run= -bench= -benchmem -benchtime= -count= -timeout= -tags= -json -failfast
    -parallel= -p= -a -trimpath -cpu= -skip= -shuffle= -covermode= *`,
  lint: `-qvwlaASi --fix --check --diff --quiet --verbose --color --no-color --max-warnings= --ext= --cache
    --write --list-different --no-fix --select= --ignore= --line-length= --preview --statistics --count
    --show-source --exit-zero --strict --no-incremental --ignore-missing-imports --python-version= --pretty
    --show-error-codes --no-error-summary --profile=black --skip-string-normalization --target-version=
    --exclude= --output-format= --check-only --in-place --recursive --unsafe-fixes --format=stylish
    --format=json --format=progress --safe --autocorrect --autocorrect-all --auto-correct --parallel *`,
  tests: `-qv -e= --tests= --test= --info --offline --parallel --quiet --verbose --no-daemon --stacktrace -B
    -DskipTests -Dtest= -am -pl= -ntp --format= --fail-fast --tag= --filter= --testdox --no-coverage
    --no-restore --no-build --configuration= --nologo --trace --check-formatted --warnings-as-errors
    --level=`,
  tested: '*test* *spec* . src lib app',
  jvm: `clean test check build verify compile assemble package classes testClasses test-compile validate jar
    javadoc spotless* checkstyle* ktlint* detekt *:test *:check *:build *:compile*`,
}

/** Tests, checks and builds: they run the project's own code, and no other. A file that a row lets run has a
 *  name of a test; small.ts says which words no run may have, whatever a row says. */
export const PROJECT_RUNS: readonly (readonly [names: string, words: string])[] = [
  ['npm|pnpm|yarn|bun test|t|tst', '@js @tested'],
  ['npm|pnpm|yarn|bun run|run-script @script', '@js @tested'],
  ['pnpm|yarn @script', '@js @tested'],
  ['pnpm -r|--recursive test', '@js @tested'],
  ['pnpm -r|--recursive run @script', '@js @tested'],
  ['jest|vitest|mocha|ava', '@js @tested run'],
  ['node --test', '--test-name-pattern= --test-only @tested'],
  ['eslint|prettier|stylelint', '@lint'],
  ['biome check|lint|format|ci', '@lint'],
  ['tsc|vue-tsc', `--noEmit -noEmit -p= --project= -b --build --pretty= --strict --skipLibCheck --incremental
    --listFiles --emitDeclarationOnly --declaration *`],
  ['webpack|rollup|esbuild|tsup|typedoc', '--mode= --bundle --minify --watch=false --production build src/*'],
  ['vite|next|nuxt|astro|ng|parcel build|lint|test|check|typecheck', '--mode= --production src/* app/*'],
  ['nx build|lint|test', '--skip-nx-cache *'],
  ['turbo build|lint|test|typecheck', ''],
  ['turbo run build|lint|test|typecheck', ''],
  ['python -m pytest|py.test', '@pytest @tested'],
  ['pytest|py.test', '@pytest @tested'],
  ['python -m unittest', '-vqfb --verbose --quiet --failfast -k= -s= discover @tested'],
  ['python -m mypy|flake8|pylint|black|isort|ruff|pyright|compileall|py_compile', '@lint'],
  ['mypy|flake8|pylint|pyright|isort|ruff|black|autopep8|yapf', '@lint'],
  ['tox|nox', '-e= -s= -qv --parallel -p='],
  ['deno lint|check|fmt', '--quiet --check *'],
  ['deno test', '--quiet --fail-fast @tested'],
  ['cargo test|t|build|b|check|c|clippy|bench|fmt|doc', '@cargo'],
  ['cargo nextest run', '@cargo'],
  ['rustfmt', '--check --edition= *'],
  ['go test|build|vet|fmt', '@go'],
  ['gofmt|goimports', '-l -w -d -s -e *'],
  ['make|gmake', '-j= -jksBn --silent --jobs= --dry-run @script'],
  ['gradle|mvn', '@tests @jvm'],
  ['dotnet|swift|mix|stack|cabal|dart|flutter test|build|format|analyze|compile', '@tests @tested *.sln'],
  ['sbt test|compile', ''],
  ['zig build', 'test'],
  ['rspec|phpunit|pest', '--tag= --seed= --fail-fast --filter= --testdox --format= -f= -e= @tested'],
  ['rubocop|phpstan', '@lint --level='],
  ['composer|rake|rails test|spec|lint', '@tested'],
  ['cmake --build', '--config= --parallel= -j= *'],
  ['cmake', '-S= -B= -DCMAKE_BUILD_TYPE= *'],
  ['ctest', '--output-on-failure --test-dir= -R= -j= -Vv'],
  ['ninja', '-C= -j= -v test check all lint'],
  ['meson compile|test', '-C= -v @tested'],
  ['mkdocs build', '--strict --clean -q -v'],
  ['sphinx-build', '-b= -qWEna *'],
  ['jekyll build', '--quiet --strict_front_matter'],
  ['terraform|tofu fmt|validate', '-check -diff -recursive -json -no-color'],
]

/** What starts a tool that the project has installed, and fetches none. */
export const STARTERS = ['npx --no-install', 'npx --no', 'pnpm exec', 'yarn exec', 'poetry run', 'pipenv run',
  'pdm run', 'uv run --offline', 'uv run --no-sync', 'bundle exec']

/** Small changes that the words show whole; without those that their options make larger. */
export const SMALL_CHANGES = `
  git add|stage : !-f !--force
  git commit : !--amend !-n !--no-verify
  git branch : !-f !-m !-M !-c !-C !-d !-D !-u !--force !--delete !--move !--copy !--*upstream*
  git switch : !-f !-C !--force !--discard-changes !--force-create !-m !--merge !--orphan
  git checkout : -b !-f !--force !-B !-m
  git checkout : /^(\\s-q)?\\s(main|master|develop|dev|trunk|staging|-)$/
  git stash : !drop !clear !branch
  git tag : !-d !-f !--delete !--force
  git init
  git mv : !-f !--force
  git merge|cherry-pick|revert : !--abort !--quit !--skip !-X* !-s* !--strategy* !--squash !--no-verify
  git reset : --soft
  git reset : /^(\\s-q)?\\s(HEAD|--)\\s[^-]/ !--hard !--merge !--keep
  git bisect : start|good|bad|old|new|skip|terms
  mkdir|rmdir|touch
  chmod : /^\\s[ugoa]*\\+x\\s[^-]/
`
