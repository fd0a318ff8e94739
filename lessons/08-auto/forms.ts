// forms.ts: forms of commands, one a line, and whether the words of a command have one. It knows no program.
//
// `git push : -f|--force|+* !--dry-run`: the program and its subcommands; behind ` : ` what the other words
// must hold, in any order; with `!` what they must not hold. `|` stands between words of which one will do,
// `*` is any run of characters, `-f` is also found in `-uf`, `--force` in `--force=x`; `/.../` is a regular
// expression for all words behind the program, each with a blank before it; `/.../i` minds no case.

/** `names`: of the program, then of its subcommands. */
export interface Form { names: Test[]; needs: Need[] }
type Test = (word: string) => boolean
type Need = (words: readonly string[]) => boolean

const VERSION = /(?<=^(python|pypy|pip|ruby|gem|perl|php|lua|node|gcc|g\+\+|clang))-?\d[\d.]*$/

/** The name that a program has wherever it stands, and in whatever version. */
export function nameOf(program = ''): string {
  return program.replace(/^.*\//s, '').replace(/\.exe$/i, '').replace(VERSION, '')
}

/** The forms of a text, one a line. */
export function formsOf(lines: string): Form[] {
  return lines.split('\n').filter((line) => line.trim() !== '').map((line) => {
    const [names, needs = ''] = line.trim().split(' : ')
    return { names: wordsOf(names!).map(testOf), needs: wordsOf(needs).map(needOf) }
  })
}

/** Whether a vector has a form. An option before a subcommand may have a value, which is passed over. */
export function fits({ names, needs }: Form, vector: readonly string[]): boolean {
  if (!names[0]!(nameOf(vector[0]))) return false
  const words = vector.slice(1)
  let at = 0
  for (const isName of names.slice(1)) {
    while (at < words.length && !isName(words[at]!) && (isOption(words[at]) || isOption(words[at - 1]))) at++
    if (at >= words.length || !isName(words[at]!)) return false
    words.splice(at, 1)
  }
  return needs.every((need) => need(words))
}

export const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')
export const isOption = (word = ''): boolean => word.length > 1 && word.startsWith('-')

function needOf(text: string): Need {
  if (text.startsWith('!')) {
    const need = needOf(text.slice(1))
    return (words) => !need(words)
  }
  const [, source, flag] = /^\/(.*)\/(i?)$/.exec(text) ?? []
  if (source === undefined) {
    const test = testOf(text)
    return (words) => words.some(test)
  }
  const pattern = new RegExp(source, flag)
  return (words) => pattern.test(words.map((word) => ` ${word}`).join(''))
}

function testOf(text: string): Test {
  const tests = text.split('|').map((one): Test => {
    if (/^-\w$/.test(one)) return (word) => /^-\w+$/.test(word) && word.includes(one[1]!)
    const isOpen = one.includes('*')
    if (one.startsWith('--') && !isOpen) return (word) => word === one || word.startsWith(`${one}=`)
    const source = one.replace(/[.+?^${}()[\]\\]/g, '\\$&').replaceAll('*', '.*')
    const pattern = new RegExp(`^${source}$`, 'is')
    return (word) => pattern.test(word)
  })
  return (word) => tests.some((test) => test(word))
}

/** `npm test`, `--silent -w= *`: here the words behind the names are all that may follow. `-w=` has a value,
 *  glued to it or the next word; a word without a dash is an operand, `*` any. `-s -q` is also `-sq`. */
export interface Allowed { names: Test[]; options: Set<string>; operands: Test[] }

/** `@name` stands for the words of that group. */
export function allowedOf(names: string, words: string, groups: Readonly<Record<string, string>>): Allowed {
  const isGroup = (word: string) => word.startsWith('@')
  const ofGroup = (word: string) => wordsOf(groups[word.slice(1)]!)
  const all = wordsOf(words).flatMap((word) => (isGroup(word) ? ofGroup(word) : word))
  const wholeOf = (word: string) => (isGroup(word) ? ofGroup(word) : [word])
  return {
    names: wordsOf(names).map((name) => testOf(name.split('|').flatMap(wholeOf).join('|'))),
    options: new Set(all.filter(isOption)),
    operands: all.filter((word) => !isOption(word)).map(testOf),
  }
}

/** Whether a vector begins with the names, at once, and all that follows is allowed. */
export function isWithin({ names, options, operands }: Allowed, vector: readonly string[]): boolean {
  const isNamed = names.every((isName, i) => isName(i === 0 ? nameOf(vector[0]) : vector[i] ?? ''))
  if (!isNamed) return false
  for (let at = names.length; at < vector.length; at++) {
    const word = vector[at]!
    const [name = '', value] = word.split(/=(.*)/s)
    const letters = word.slice(1).replace(/\d+$/, '').split('')
    if (word === '--' || options.has(word)) continue
    if (!isOption(word)) {
      if (!operands.some((test) => test(word))) return false
    } else if (options.has(`${name}=`)) {
      if (value === undefined && isOption(vector[++at])) return false // it may be no value at all
    } else if (word.startsWith('--')) {
      return false
    } else if (!options.has(`${word.slice(0, 2)}=`)) {
      if (!letters.every((letter) => options.has(`-${letter}`))) return false
    }
  }
  return true
}
