// exercise.test.ts: what the exercise must do. EXERCISE=solution or EXERCISE=wrong in the environment tests
// another file.

import assert from 'node:assert/strict'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { classify } from './categories.ts'
import type { Policy } from '../../policy.ts'

const { withDatabase } = (
  await import(`./${process.env['EXERCISE'] ?? 'exercise'}.ts`)
) as typeof import('./exercise.ts')

const root = realpathSync(mkdtempSync(join(tmpdir(), 'handrail-exercise-')))
after(() => rmSync(root, { recursive: true }))
const commands = ['psql', 'mysql', 'sqlite3', 'echo', 'grep', 'nice', 'timeout', 'rm', 'git']
const policy: Policy = { root, writable: true, commands }

function named(command: string): string[] {
  const call = { id: 'c', name: 'bash', args: { command } }
  return withDatabase(classify)(policy, call).map(({ category }) => category)
}

test('a client that is given a change is named', () => {
  const changes = ["psql -c 'DROP TABLE users'", "mysql -e 'delete from users'",
    "sqlite3 a.db 'update users set x = 1'", "nice psql -c 'truncate users'",
    "timeout 5 nice mysql -e 'INSERT INTO t VALUES (1)'", "echo a; psql -c 'drop table users'",
    "psql -c 'select 1; drop table users'", "psql -c 'drop table users' app", "psql --command='drop table t'"]
  for (const command of changes) assert.ok(named(command).includes('database'), command)
})

test('what only looks, and what only speaks of it, is not', () => {
  const others = ["psql -c 'select 1'", "echo 'psql -c DROP'", "grep 'mysql -e delete' notes.md",
    "sqlite3 a.db '.tables'", "psql -c 'select * from updates'", "git commit -m 'psql: drop the table'"]
  for (const command of others) assert.ok(!named(command).includes('database'), command)
})

test('the worst stands first', () => {
  assert.deepEqual(named("psql -c 'drop table users'; rm -rf src; git push"),
    ['destructive_shell', 'database', 'git_push'])
  assert.deepEqual(named("psql -c 'update t set x = 1'; git push"), ['database', 'git_push'])
  assert.deepEqual(named("cat .env; sudo id; psql -c 'update t set x = 1'; chmod 644 a"),
    ['sudo', 'env_file', 'database', 'system_change'])
  assert.deepEqual(named("psql -c 'update t set x = 1'"), ['database'])
})
