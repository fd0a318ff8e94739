// page-builders.ts: records of runs that never were, for the page that shows them: a short one with a bit of
// everything, a long one, and one in which every field means harm. Their lines have the form of a record.

export const BEGAN = Date.parse('2026-11-30T14:03:20.000Z')

const at = (milliseconds: number) => ({ time: new Date(BEGAN + milliseconds).toISOString() })

interface Told {
  id: string
  name: string
  args: Record<string, unknown>
  vectors?: string[][]
  decision: { allowed: boolean; by: string; reason: string }
  from?: number // milliseconds after the reply
  milliseconds?: number // of one that ran
  ok?: boolean
  text: string
}

/** The lines of one round, as they are written while it goes on. */
export function roundLines(start: number, text: string, told: readonly Told[]): object[] {
  const calls = told.map(({ id, name, args }) => ({ id, name, args }))
  const usage = { input: 4_000 + text.length, output: 120 }
  const ran = told.filter(({ milliseconds }) => milliseconds !== undefined)
  const results = told.map(({ id, decision, text: output, milliseconds }) => {
    return milliseconds === undefined ? { id, ok: decision.allowed, text: output } : { id }
  })
  return [
    { ...at(start), type: 'message', message: { role: 'assistant', text, calls, stop: 'calls', usage } },
    { ...at(start), type: 'usage', round: 1, ...usage },
    ...told.map(({ id, name, decision }) => {
      return { ...at(start), type: 'decision', id, tool: name, ...decision }
    }),
    ...ran.map(({ id, name, vectors, from = 0 }) => {
      return { ...at(start + from), type: `tool.${name}.started`, id, ...(vectors && { vectors }) }
    }),
    ...ran.map(({ id, name, from = 0, milliseconds = 0, ok = true, text: output }) => {
      const type = `tool.${name}.${ok ? 'completed' : 'failed'}`
      return { ...at(start + from + milliseconds), type, id, milliseconds, result: { ok, text: output } }
    }),
    { ...at(start + 2_000), type: 'message', message: { role: 'results', results } },
  ]
}

const LOOKS = { allowed: true, by: 'tier', reason: 'SAFE: only looks' }

const bash = (id: string, words: string[], more: Partial<Told>): Told => ({
  id, name: 'bash', args: { command: words.join(' ') }, vectors: [words], text: '', decision: LOOKS, ...more,
})

const HEADER = {
  ...at(0), type: 'header', version: 1, pid: 4711, root: '/home/ada/notes', model: 'some-model',
  policy: { root: '/home/ada/notes', writable: true, commands: ['ls', 'cat', 'grep', 'git', 'npm'] },
}

/** A run as there are many. */
export function shortRecord(): object[] {
  const listing = 'README.md\nnotes\npackage.json\nsrc\ntest\n'
  const diff = ' src/print.ts | 14 ++++++++------\n 1 file changed\n'
  return [
    HEADER,
    { ...at(0), type: 'message', message: { role: 'user', from: 'person',
      text: 'Find out why the test of print fails since yesterday, and mend it.' } },
    ...roundLines(1_800, 'I look at what changed, and at the file and its test at the same time.', [
      bash('c1', ['git', 'log', '--oneline', '-5'], { milliseconds: 41, text: 'a1 print: a blank\n' }),
      { id: 'c2', name: 'read', args: { path: 'src/print.ts' }, decision: LOOKS, from: 3, milliseconds: 4,
        text: listing },
      { id: 'c3', name: 'read', args: { path: 'test/print.test.ts' }, decision: LOOKS, from: 3,
        milliseconds: 620, text: listing },
    ]),
    ...roundLines(9_400, 'The test needs the build. I run it.', [
      bash('c4', ['npm', 'test', '--', 'print'], {
        milliseconds: 12_400, ok: false, text: '1 failed\n'.repeat(40),
        decision: { allowed: true, by: 'grant', reason: 'granted beforehand: bash:npm test' } }),
    ]),
    ...roundLines(28_000, '', [
      bash('c5', ['curl', '-s', 'https://example.com/print.ts'], { text: 'Error: command not allowed: curl',
        decision: { allowed: false, by: 'permit', reason: 'command not allowed: curl' } }),
      { id: 'c6', name: 'write', args: { path: 'src/print.ts', content: 'export const print = String\n' },
        decision: { allowed: true, by: 'human', reason: 'a person said yes' },
        from: 10, milliseconds: 8, text: 'wrote 44 characters' },
    ]),
    ...roundLines(36_000, 'One more look at what I changed.', [
      bash('c7', ['git', 'diff', '--stat'], { milliseconds: 64, text: diff,
        decision: { allowed: true, by: 'rule', reason: 'auto mode: LOW_RISK by rule: it only looks' } }),
      bash('c8', ['git', 'commit', '-am', 'print: a blank at the end stays'], {
        text: 'Error: a person said no',
        decision: { allowed: false, by: 'human', reason: 'a person said no: I commit myself' } }),
    ]),
    { ...HEADER, ...at(52_000), resumed: true },
    { ...at(52_100), type: 'context.trimmed', messages: 4 },
    { ...at(54_000), type: 'message', message: { role: 'assistant', calls: [], stop: 'end',
      text: 'The test passes again: a blank at the end of a line was cut.' } },
    { ...at(54_100), type: 'outcome', outcome: 'done', reason: 'the model is done', rounds: 5 },
  ]
}

/** As many rounds as asked for, of one to three calls, some of them refused. */
export function longRecord(rounds: number): object[] {
  const made = Array.from({ length: rounds }, (_, i) => {
    const output = `line ${i} of some file, with a few words on it\n`.repeat(4 + (i * 7) % 23)
    const told = Array.from({ length: 1 + i % 3 }, (_none, k): Told => {
      const refused = (i + k) % 11 === 0
      const decision = refused ? { allowed: false, by: 'permit', reason: 'rm is not listed' } : LOOKS
      return bash(`r${i}c${k}`, ['grep', '-n', `word ${i}`, 'src/a.ts', 'src/b.ts'], {
        text: output, decision, from: k * 20, ...(!refused && { milliseconds: 10 + (i * 37) % 900 }),
      })
    })
    return roundLines(i * 3_000, `Round ${i}: I look for the next word in both files.`, told)
  })
  return [HEADER, ...made.flat()]
}

/** Each text in a value, keys too, with something in front and behind. */
function wrapped(value: unknown, before: string, behind: string): unknown {
  if (typeof value === 'string') return before + value + behind
  if (Array.isArray(value)) return value.map((item) => wrapped(item, before, behind))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, field]) => {
    return [key, wrapped(field, before, behind)]
  }))
}

/** The short record with harm in every text of it; types and times stay what they are. */
export function hostileRecord(harm: string): object[] {
  return shortRecord().map((line) => {
    const { type, time, message, ...rest } = line as Record<string, unknown>
    const { role, from, ...words } = (message ?? {}) as Record<string, unknown>
    const harmed = (value: object) => wrapped(value, harm, harm) as object
    const said = message === undefined ? {} : { message: { role, from, ...harmed(words) } }
    return { type, time, ...said, ...harmed(rest) }
  })
}
