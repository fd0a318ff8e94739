// harmless.ts: table: commands that are small when nothing else speaks against them. Unlike in dangers.ts all
// that may follow a name is listed here: what is not listed proves nothing. forms.ts has how a line is read.

/** Words that several rows share. Scripts and targets are listed by name: `build-and-deploy` is no build. */
export const GROUPS: Readonly<Record<string, string>> = {
  goal: `test tests lint typecheck type-check types check build compile fmt format unit e2e coverage cov
    verify validate all`,
  script: `tsc prettier eslint docs doc ci test:unit test:integration test:int test:e2e test:ci test:all
    test:cov test:coverage test:types test:node test:browser test:api test:client test:server
    test:fast test:lint test-unit test-integration test-e2e test-ci test-coverage unit:test unit-test
    lint:fix lint:check lint:css lint:js lint:ts lint:types lint:all lint:eslint lint-fix check:types
    check:lint check:format check-types check-format typecheck:all build:dev build:prod build:production
    build:types build:client build:server build:css build:js build:esm build:cjs build:lib build:web
    build:docs build:test build-docs format:check format:fix format-check fmt:check docs:build`,
  js: `--silent -s --if-present --workspaces --workspace= -w= --quiet -q --verbose
    --ci --coverage --watch=false --watchAll=false --run --bail -t= --testNamePattern= --testPathPattern=
    --testPathPatterns= --grep= -g= --listTests --list --max-warnings= --runInBand -i --no-coverage --fix
    --check --noEmit --passWithNoTests --no-cache --forceExit --maxWorkers= --production --mode=`,
  pytest: `-v -q -x -s -l --verbose --quiet -k= -m= -n= -r= --tb= --maxfail= --lf --ff --sw --nf
    --last-failed --failed-first --exitfirst --no-header --no-summary --durations= --collect-only --co
    --cov --cov= --cov-report=term --cov-report=term-missing --no-cov --color= --timeout= --disable-warnings
    --showlocals --capture= --strict-markers --doctest-modules --stepwise`,
  cargo: `-r -q -v --release --all --workspace --all-targets --all-features --no-default-features
    --features= -F= -p= --package= --exclude= --lib --bins --bin= --test= --tests --example= --examples
    --bench= --benches --doc --no-run --locked --frozen --offline --quiet --verbose -j=
    --jobs= --message-format= --profile= --keep-going --no-fail-fast --check --nocapture --test-threads=
    --ignored --include-ignored --exact --show-output --skip= -D= -W= -A= --no-deps --color= *`,
  go: `-v -race -short -cover -run= -bench= -benchmem -benchtime= -count= -timeout= -tags= -json -failfast
    -parallel= -a -trimpath -cpu= -skip= -shuffle= -covermode= *`,
  lint: `-q -v -w -l -a -A -S -i --fix --check --diff --quiet --verbose --color --no-color --max-warnings=
    --ext= --cache --write --list-different --no-fix --select= --ignore= --line-length= --preview
    --statistics --count --show-source --exit-zero --strict --no-incremental --ignore-missing-imports
    --python-version= --pretty --show-error-codes --no-error-summary --profile=black
    --skip-string-normalization --target-version= --exclude= --output-format= --check-only --in-place
    --recursive --unsafe-fixes --format=stylish --format=json --format=progress --safe --autocorrect
    --autocorrect-all --auto-correct --parallel *`,
  tests: `-q -v --test= --quiet --verbose --format= --fail-fast --tag= --no-restore --no-build
    --configuration= -c= --nologo --trace --check-formatted --warnings-as-errors`,
  tested: '*test* *spec* . src lib app',
}

/** Tests, checks and builds: they run the project's own code, and no other. A file that a row lets run has a
 *  name of a test; small.ts says which words no run may have, whatever a row says. */
export const PROJECT_RUNS: readonly (readonly [names: string, words: string])[] = [
  ['npm|pnpm|yarn|bun test|t|tst', '@js @tested'],
  ['npm|pnpm|yarn|bun run|run-script @goal|@script', '@js @tested'],
  ['pnpm|yarn @goal', '@js @tested'],
  ['pnpm -r|--recursive test', '@js @tested'],
  ['pnpm -r|--recursive run @goal|@script', '@js @tested'],
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
  ['python -m unittest', '-v -q -f -b --verbose --quiet --failfast -k= -s= discover @tested'],
  ['python -m mypy|flake8|pylint|black|isort|ruff|pyright|compileall|py_compile', '@lint'],
  ['mypy|flake8|pylint|pyright|isort|ruff|black|autopep8|yapf', '@lint'],
  ['tox|nox', '-e -s -q -v --quiet --verbose --parallel @goal py3* mypy pytest'],
  ['deno lint|check|fmt', '--quiet --check . ./* src* test* lib*'], // others may be fetched
  ['deno test', '--quiet --fail-fast @tested'],
  ['cargo test|t|build|b|check|c|clippy|bench|fmt|doc', '@cargo'],
  ['cargo nextest run', '@cargo'],
  ['rustfmt', '--check --edition= *'],
  ['go test|build|vet|fmt', '@go'],
  ['gofmt|goimports', '-l -w -d -s -e *'],
  ['make|gmake', '-j -k -s -B -n --silent --dry-run @goal docs doc ci 1 2 3 4 6 8 12 16'],
  ['gradle', `-q --quiet --info --offline --parallel --no-daemon --stacktrace --tests= test check build
    assemble classes testClasses jar javadoc :*:test :*:check :*:build :*:assemble`],
  ['mvn', `-q -B -o -am -ntp --quiet --offline -DskipTests -Dtest= -pl= compile test-compile test package
    verify validate`],
  ['dotnet|swift|mix|stack|cabal|dart|flutter test|build|format|analyze|compile', '@tests @tested *.sln'],
  ['sbt', 'test compile Test/compile package scalafmtCheck'],
  ['zig build', 'test'],
  ['rspec|phpunit|pest', '--tag= --seed= --fail-fast --filter= --testdox --format= -f= -e= @tested'],
  ['rubocop|phpstan', '@lint --level='],
  ['composer|rails test', '@tested'],
  ['rake', 'test spec lint rubocop'],
  ['cmake --build', '--config= --parallel= -j= -v --verbose . build build/* build-* out out/*'],
  ['cmake', '-S= -B -G= -DCMAKE_BUILD_TYPE= .. . build build/* build-* out'],
  ['ctest', '--output-on-failure --test-dir= -R= -j= -V'],
  ['ninja', '-C= -j= -v test all check'],
  ['meson compile|test', '-C= -v @tested'],
  ['mkdocs|jekyll build', '--strict --clean -q -v --verbose'],
  ['sphinx-build', '-b= -q -W -E -n -a --keep-going *'],
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
  git merge|cherry-pick|revert : !--abort !--quit !--skip !--squash !-X !-X* !-s !-s* !--strategy* \
    !--no-verify
  git reset : --soft !--hard !--merge !--keep
  git restore : -S|--staged !-W !--worktree !-p
  git reset : /^(\\s-q)?\\s(HEAD|--)\\s[^-]/ !--hard !--merge !--keep
  git bisect : start|good|bad|old|new|skip
  mkdir|rmdir|touch
  chmod : /^\\s[ugoa]*\\+x(\\s[^-\\s]\\S*)+$/
`
