// form.ts: the form of the tables of programs, and their reader. A table is data: a line is added without
// reading code, and what no line lists is never harmless. Here a line becomes an entry; facts.ts uses it.
//
// #region form
// A table is an object. Its key is a program, or a program and a subcommand ('git log'), with | between names
// that share a line ('npm ls|list'). Its value is a line of words, in any order but for the operands:
//   -abc --long        options that only look; short ones are single letters and may be bundled
//   -n,--lines=number  an option with a value, glued to it or the next word; -ab=text is two such options
//   -i,--color?=text   a value only where it is glued to the option
//   --arg=text+read    two values
//   -NUM               a number as an option: -20
//   text read...       the operands in order; ... is any number of them
//   !MARK              what the program does; behind an option or an operand, what it does with that one
//   @group             the words of the line with that key, which names no group itself
//   +WORD              what the harness adds behind the program or the subcommand while it only looks
//   ^FILE              a file that chooses what runs: where it stands, the program runs the project's code
// KINDS of operands and values: text number, read write delete (a path, and what happens to it), archive (a
// path, written unless the program only looks), folder (where the program goes first), word (perhaps a path),
// rev (of git, perhaps a path), url remote data mount, sed awk jq (programs), code escape (others), setting
// assign key format (see kinds.ts), plus (begins with +), inner (the rest is another program's vector), args
// (the rest goes to the project's code), a|b (one of these words). MARKS:
//   effects            writes deletes code starts network settings
//   asks               changes nothing, but needs a yes: it does not end, shows secrets, follows links
//   never starts       on an option: refused, the second since it starts a program that no list has seen;
//                      `starts` on a program: what it starts is judged as well
//   home               reaches the user's own settings: refused when it changes them
//   look               with this option the program only looks, whatever its marks are; `alone`: when nothing
//                      else is given but a value
//   instead            the option stands in place of the first operand
//   inplace            operands that are read are written
//   twice              needs a yes when it is given twice
//   rest               all words behind this option go to the project's code
//   prints             of a program: all it does is print words
//   commands           the first operand is a subcommand with a line of its own
//   words              options are whole words with one dash or two, never bundled
//   plain first old    every word is an operand; options end at the first operand; a first operand without a
//                      dash is a bundle of options
//   appends joins      words are added that nobody has seen; the words of the other program go to a shell
//   builtin            only a shell has it, and no shell is here
// #endregion

/** Keys and lines as described above. */
export type Tables = Readonly<Record<string, string>>

/** An option or an operand. `kinds`: of its values, none for a flag. `isGlued`: only a glued value counts. */
export interface Term { kinds: string[]; isGlued: boolean; isMany: boolean; marks: string[] }

export interface Entry {
  options: Map<string, Term>
  operands: Term[]
  marks: Set<string>
  added: string[]
  choosers: string[]
}

const EFFECTS = 'writes deletes code starts network settings asks never'.split(' ')
const OF_OPTIONS = [...EFFECTS, ...'home look alone instead inplace twice rest'.split(' ')]
const OF_PROGRAMS = [
  ...EFFECTS, ...'inplace prints commands words plain first old appends joins builtin'.split(' '),
]
const KINDS = new Set(`text number read write delete archive folder word rev url remote data mount sed awk jq
  code escape setting assign key format plus inner args`.split(/\s+/))

const OPTION = /^(-[^=!?]*)(?:(\?)?=([^!]+))?((?:![a-z]+)*)$/
const OPERAND = /^([\w|-]+)(\.\.\.)?((?:![a-z]+)*)$/

/** Lines by key, each name with its own; groups stay under `@name`. */
export function indexOf(tables: Tables): Map<string, string> {
  const index = new Map<string, string>()
  for (const [key, line] of Object.entries(tables)) {
    const [names = '', program = ''] = key.split(' ').reverse()
    const before = key.slice(0, key.length - names.length)
    for (const name of names.split('|')) index.set(program === '' ? name : `${before}${name}`, line)
  }
  return index
}

/** The entry of a line, or the word in it that is not understood. `groups`: where `@name` is looked up. */
export function entryOf(line: string, groups: ReadonlyMap<string, string>): Entry | { fault: string } {
  const entry: Entry = { options: new Map(), operands: [], marks: new Set(), added: [], choosers: [] }
  const words = wordsOf(line).flatMap((word) => {
    const group = word.startsWith('@') ? groups.get(word) : undefined
    return group === undefined ? [word] : wordsOf(group)
  })
  const isWhole = words.includes('!words')
  for (const word of words) {
    if (word.startsWith('+')) entry.added.push(word.slice(1))
    else if (word.startsWith('^')) entry.choosers.push(word.slice(1))
    else if (word.startsWith('!') && OF_PROGRAMS.includes(word.slice(1))) entry.marks.add(word.slice(1))
    else if (!addTerm(entry, word, isWhole)) return { fault: word }
  }
  const many = entry.operands.filter(({ isMany }) => isMany)
  return many.length > 1 ? { fault: `${many[1]!.kinds[0]}...` } : entry
}

function wordsOf(line: string): string[] {
  return line.split(/\s+/).filter((word) => word !== '')
}

/** Adds an option or an operand; false when the word is none. What stands first wins. */
function addTerm(entry: Entry, word: string, isWhole: boolean): boolean {
  const [, names = '', glued, kind, after = ''] = OPTION.exec(word) ?? []
  if (names === '') {
    const [, name = '', many, marks = ''] = OPERAND.exec(word) ?? []
    const term = termOf(name, undefined, marks, EFFECTS)
    if (term === null || name === '') return false
    entry.operands.push({ ...term, isMany: many !== undefined })
    return true
  }
  const term = termOf(kind, glued, after, OF_OPTIONS)
  const options = names.split(',').flatMap((name) => lettersOf(name, isWhole))
  if (term === null || options.some((option) => option.length < 2)) return false
  for (const option of options) if (!entry.options.has(option)) entry.options.set(option, term)
  return true
}

function termOf(
  kind: string | undefined, glued: string | undefined, after: string, known: string[],
): Term | null {
  const marks = after.split('!').slice(1)
  const kinds = kind === undefined ? [] : kind.split('+')
  const isKnown = kinds.every((name) => KINDS.has(name) || /^[^|]+(\|[^|]+)+$/.test(name))
  const isGlued = glued !== undefined
  const isFit = isKnown && marks.every((mark) => known.includes(mark))
  return isFit ? { kinds, isGlued, isMany: false, marks } : null
}

function lettersOf(name: string, isWhole: boolean): string[] {
  if (name === '-NUM' || name.startsWith('--') || isWhole) return [name]
  return name.length < 2 ? [name] : [...name.slice(1)].map((letter) => `-${letter}`)
}
