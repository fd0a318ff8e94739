// course.ts: the checks that keep the course equal to the code, as far as reading goes; trials.ts has those
// that run something. Each takes the folder of a project and returns its faults as lines that say where and
// what; no line is good. What a page claims in prose is not understood: its blocks, order and links are.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, posix, resolve, sep } from 'node:path'
import { filesOf } from './children.ts'

const MAX_PAGE_LINES = 130
const MAX_SEAM_LINES = 120
const MAX_LINES_ALIKE = 9 // in a row, not counting imports and lines of brackets

/** The level-2 headings of a lesson's page, all of them, in this order. */
export const HEADINGS: readonly string[] = [
  'The problem', 'The seam', 'What changed', 'Try it', 'Exercise', 'What this is not', 'Where others do this',
]

/** What lies in every lesson's folder. Any other .ts file beside these is the lesson's seam. */
export const LESSON_FILES: readonly string[] = [
  'README.md', 'run.ts', 'exercise.ts', 'exercise.test.ts', 'solution.ts', 'wrong.ts',
]

/** The names of the lessons' folders, in order: all that are named like one. */
export function lessonsOf(root: string): string[] {
  const folder = join(root, 'lessons')
  if (!existsSync(folder)) return []
  const isLesson = (name: string) => /^\d\d-/.test(name) && statSync(join(folder, name)).isDirectory()
  return readdirSync(folder).filter(isLesson).sort()
}

/** The pages whose blocks are checked, as paths from the root. */
export function pagesOf(root: string): string[] {
  const pages = ['README.md', ...lessonsOf(root).map((lesson) => `lessons/${lesson}/README.md`)]
  return pages.filter((page) => existsSync(join(root, page)))
}

// Blocks

/** `line` and `end`: where its fences stand, from 1; `end` is 0 when it does not end. */
export interface Block { info: string; line: number; end: number; body: string }

/** The fenced blocks of a page. A fence is told even where it is indented, so that none slips through. */
export function blocksOf(page: string): Block[] {
  const blocks: Block[] = []
  let open: { block: Block; fence: string; lines: string[] } | null = null
  for (const [at, line] of page.split('\n').entries()) {
    const fence = /^\s*(`{3,}|~{3,})(.*)$/.exec(line)
    if (open === null) {
      if (!fence) continue
      const info = (/^```(?!`)/.test(line) ? '' : '(odd fence) ') + fence[2]!.trim()
      open = { block: { info, line: at + 1, end: 0, body: '' }, fence: fence[1]!, lines: [] }
      blocks.push(open.block)
    } else if (fence && fence[1]!.startsWith(open.fence) && fence[2]!.trim() === '') {
      Object.assign(open.block, { body: open.lines.join('\n'), end: at + 1 })
      open = null
    } else {
      open.lines.push(line)
    }
  }
  return blocks
}

/** The regions of a file by name, without any lines of marks; a fault when the marks do not pair. */
export function regionsOf(text: string): { regions: Map<string, string>; faults: string[] } {
  const regions = new Map<string, string>()
  const faults: string[] = []
  const open: { name: string; lines: string[] }[] = []
  for (const [at, line] of text.split('\n').entries()) {
    const mark = /^\s*\/\/ #(region|endregion)\b(.*)$/.exec(line)
    if (!mark) {
      for (const { lines } of open) lines.push(line)
      continue
    }
    const name = mark[2]!.trim()
    if (mark[1] === 'region') {
      if (!/^[\w-]+$/.test(name)) faults.push(`line ${at + 1}: a region needs a name of one word`)
      if (regions.has(name)) faults.push(`line ${at + 1}: a second region ${name}`)
      regions.set(name, '')
      open.push({ name, lines: [] })
      continue
    }
    const last = open.pop()
    if (!last) faults.push(`line ${at + 1}: #endregion without a region`)
    else regions.set(last.name, last.lines.join('\n'))
  }
  for (const { name } of open) faults.push(`the region ${name} does not end`)
  return { regions, faults }
}

/** Faults of a page's blocks, but for what its commands print. */
export function blockFaults(root: string, page: string): string[] {
  return blocksOf(readText(root, page)).flatMap((block) => {
    const fault = faultOfBlock(root, block)
    return fault === null ? [] : [`${page}:${block.line}: ${fault}`]
  })
}

function faultOfBlock(root: string, { info, body, end }: Block): string | null {
  if (end === 0) return 'this block does not end'
  if (info === 'console') return body.startsWith('$ ') ? null : 'a console block begins with `$ COMMAND`'
  const [, kind, file, name] = /^(ts|json) ([\w./-]+?)(?:#([\w-]+))?$/.exec(info) ?? []
  if (file === undefined || (kind === 'ts') !== (name !== undefined)) {
    return `a block is "ts FILE#REGION", "json FILE" or "console", and not "${info}"`
  }
  if (!filesOf(root).includes(file)) return `there is no file ${file} in the project`
  const text = readText(root, file)
  if (kind === 'json') return `${body}\n` === text ? null : `this is not what ${file} holds`
  const region = regionsOf(text).regions.get(name!)
  if (region === undefined) return `${file} has no region ${name}`
  return body === region ? null : `this is not ${file}#${name}:\n${firstDifference(body, region)}`
}

/** Marks of regions that do not pair, in every file of code. */
export function regionFaults(root: string): string[] {
  return codeOf(root).flatMap((file) => {
    return regionsOf(readText(root, file)).faults.map((fault) => `${file}: ${fault}`)
  })
}

export interface Command { command: string; line: number; output: string }

/** The commands of a page's console blocks, each with the output that the page shows. */
export function commandsOf(page: string): Command[] {
  return blocksOf(page).filter(({ info }) => info === 'console').flatMap(({ body, line }) => {
    const commands: Command[] = []
    for (const [at, text] of body.split('\n').entries()) {
      if (text.startsWith('$ ')) commands.push({ command: text.slice(2), line: line + at + 1, output: '' })
      else if (commands.length > 0) commands.at(-1)!.output += `${text}\n`
    }
    return commands
  })
}

// Pages

interface Section { title: string; line: number; text: string }

/** Faults in the form of a lesson's page: its parts and their order, its length, what each part must hold. */
export function pageFaults(root: string, lesson: string): string[] {
  const page = `lessons/${lesson}/README.md`
  if (!existsSync(join(root, page))) return [`${page} is missing`]
  const text = readText(root, page)
  const lines = text.replace(/\n$/, '').split('\n')
  const faults: string[] = []
  const fault = (line: number, words: string) => void faults.push(`${page}:${line}: ${words}`)
  if (lines.length > MAX_PAGE_LINES) fault(lines.length, `${lines.length} lines, at most ${MAX_PAGE_LINES}`)
  if (!/^# \S/.test(lines[0]!)) fault(1, 'the first line is the title: # ...')
  const first = lines.findIndex((line, at) => at > 0 && line.trim() !== '')
  const isOneLine = /^> \S/.test(lines[first] ?? '') && (lines[first + 1] ?? '').trim() === ''
  if (!isOneLine) fault(first + 1, 'below the title stands one line that could be remembered: > ...')

  const sections = sectionsOf(text)
  const titles = sections.map(({ title }) => title)
  if (titles.join('\n') !== HEADINGS.join('\n')) {
    fault(1, `the headings are ${titles.join(', ') || 'none'}; they must be ${HEADINGS.join(', ')}`)
  }
  for (const { title, line, text: body } of sections) if (body.trim() === '') fault(line, `${title} is empty`)

  const part = (title: string) => sections.find((section) => section.title === title)
  const seam = part('The seam')
  const hasRegion = blocksOf(seam?.text ?? '').some(({ info }) => info.startsWith('ts '))
  if (seam && !hasRegion) fault(seam.line, 'the seam shows at least one region of a real file')
  const tried = part('Try it')
  const demonstration = `node lessons/${lesson}/run.ts`
  const isShown = commandsOf(tried?.text ?? '').some(({ command }) => command.startsWith(demonstration))
  if (tried && !isShown) fault(tried.line, `a console block here runs \`${demonstration}\``)
  const exercise = part('Exercise')
  const command = `npm run exercise ${lesson.slice(0, 2)}`
  if (exercise && !exercise.text.includes(command)) fault(exercise.line, `it says \`${command}\``)
  const changed = part('What changed')
  if (changed) for (const words of agentFaults(changed.text, lesson)) fault(changed.line, words)
  return faults
}

/** The first lesson brings agent.ts. Any other says that it did not change, and never that it did. */
function agentFaults(text: string, lesson: string): string[] {
  if (lesson.startsWith('01-')) return []
  if (!text.includes('agent.ts')) return ['it must say that agent.ts did not change']
  const sentences = proseOf(text).split(/\n\s*(?=[-*|]|\d+\.)|\n\s*\n|(?<=[.!?:;])\s/)
  const isDenied = /\b(not|no|never|neither|nor|unchanged|untouched|stays?|same|as it was|still)\b/i
  return sentences.filter((words) => words.includes('agent.ts') && !isDenied.test(words))
    .map((words) => `it names agent.ts as if it had changed: ${words.trim()}`)
}

function sectionsOf(page: string): Section[] {
  const sections: Section[] = []
  let fence = false
  for (const [at, line] of page.split('\n').entries()) {
    if (/^\s*(```|~~~)/.test(line)) fence = !fence
    const heading = fence ? null : /^## (.*)$/.exec(line)
    if (heading) sections.push({ title: heading[1]!.trim(), line: at + 1, text: '' })
    else if (sections.length > 0) sections.at(-1)!.text += `${line}\n`
  }
  return sections
}

/** Faults of the links and the named files in every page of the project. */
export function linkFaults(root: string): string[] {
  const files = filesOf(root)
  return files.filter((file) => file.endsWith('.md')).flatMap((page) => {
    const text = proseOf(readText(root, page))
    const targets = [
      ...[...text.matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g)].map(([, target]) => target!),
      ...[...text.matchAll(/^\[[^\]]+\]:\s*(\S+)/gm)].map(([, target]) => target!),
    ]
    const links = targets.flatMap((target) => {
      const fault = faultOfLink(root, page, target)
      return fault === null ? [] : [`${page}: ${fault}`]
    })
    return [...links, ...(page.startsWith('lessons/') ? nameFaults(files, page, text) : [])]
  })
}

function faultOfLink(root: string, page: string, target: string): string | null {
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return null // elsewhere: nobody looks there
  const [path = '', anchor] = target.split('#')
  const file = path === '' ? join(root, page) : resolve(dirname(join(root, page)), decodeURIComponent(path))
  const isOurs = file === root || file.startsWith(root + sep)
  if (path.startsWith('/') || !isOurs || !existsSync(file)) return `the link ${target} leads nowhere`
  if (anchor === undefined || !file.endsWith('.md')) return null
  return anchorsOf(readFileSync(file, 'utf8')).has(anchor) ? null : `the link ${target} has no such heading`
}

/** The anchors of a page's headings, made the way GitHub makes them. */
function anchorsOf(page: string): Set<string> {
  const headings = [...proseOf(page).matchAll(/^#{1,6} (.*)$/gm)].map(([, heading]) => heading!)
  return new Set(headings.map((heading) => {
    return heading.trim().toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-')
  }))
}

/** A file of code named in `...` must be there: from the root, from the page, or somewhere under its name. */
function nameFaults(files: readonly string[], page: string, text: string): string[] {
  const names = [...text.matchAll(/`(\.{0,2}[\w./-]*\w\.(?:ts|mjs))(?:#[\w-]+)?`/g)].map(([, name]) => name!)
  return [...new Set(names)].flatMap((name) => {
    const fromPage = posix.join(posix.dirname(page), name)
    const isBare = !name.includes('/')
    const isThere = files.some((file) => {
      return file === posix.normalize(name) || file === fromPage || (isBare && basename(file) === name)
    })
    return isThere ? [] : [`${page}: there is no file ${name}`]
  })
}

/** Lessons that the top page does not link, and a lesson without a page. */
export function listFaults(root: string): string[] {
  const text = existsSync(join(root, 'README.md')) ? readText(root, 'README.md') : ''
  return lessonsOf(root).filter((lesson) => !text.includes(`(lessons/${lesson}/`))
    .map((lesson) => `README.md: no link to lessons/${lesson}/`)
}

// Folders, seams, imports

/** Faults in what a lesson's folder holds. */
export function folderFaults(root: string, lesson: string): string[] {
  const folder = `lessons/${lesson}`
  const names = readdirSync(join(root, folder))
  const missing = LESSON_FILES.filter((name) => !names.includes(name))
  const faults = missing.map((name) => `${folder}/${name} is missing`)
  if (!/^\d\d-[a-z0-9]+(-[a-z0-9]+)*$/.test(lesson)) faults.push(`${folder}: a lesson is named NN-name`)
  const number = lesson.slice(0, 2)
  if (lessonsOf(root).filter((other) => other.startsWith(number)).length > 1) {
    faults.push(`${folder}: another lesson has the number ${number}`)
  }
  for (const name of names) {
    const isCode = /\.(ts|mjs|js|cjs|mts|cts)$/.test(name)
    if (!isCode) continue
    const todos = [...readText(root, `${folder}/${name}`).matchAll(/\/\/ TODO\b/g)].length
    const most = name === 'exercise.ts' ? 2 : 0
    const least = name === 'exercise.ts' ? 1 : 0
    if (todos < least || todos > most) {
      faults.push(`${folder}/${name} has ${todos} of // TODO; ${most ? 'one or two' : 'none'} belong there`)
    }
  }
  if (names.includes('exercise.test.ts')) {
    const test = readText(root, `${folder}/exercise.test.ts`)
    if (!test.includes("process.env['EXERCISE'] ?? 'exercise'")) {
      faults.push(`${folder}/exercise.test.ts does not import by process.env['EXERCISE'] ?? 'exercise'`)
    }
  }
  return faults
}

/** The lesson's own new files of code: those that later lessons may import. */
export function seamsOf(root: string, lesson: string): string[] {
  const names = readdirSync(join(root, 'lessons', lesson))
  return names.filter((name) => name.endsWith('.ts') && !LESSON_FILES.includes(name))
    .map((name) => `lessons/${lesson}/${name}`)
}

/** Seams that are too long to be read in a lesson. */
export function seamFaults(root: string, lesson: string): string[] {
  return seamsOf(root, lesson).flatMap((file) => {
    const count = readText(root, file).replace(/\n$/, '').split('\n').length
    return count <= MAX_SEAM_LINES ? [] : [`${file} has ${count} lines, at most ${MAX_SEAM_LINES}: split it`]
  })
}

/** The names of the modules that a file of code imports. */
export function importsOf(text: string): string[] {
  const code = text.split('\n').filter((line) => !/^\s*(\/\/|\*|\/\*)/.test(line)).join('\n')
  const from = /(?:^|[\s}])from\s+(['"])(?<name>[^'"\n]+)\1/
  const bare = /^\s*import\s+(['"])(?<name>[^'"\n]+)\1/
  const called = /\bimport\s*\(\s*(['"`])(?<name>[^'"`\n]+)\1/
  return [from, bare, called].flatMap((form) => {
    return [...code.matchAll(new RegExp(form, 'gm'))].map((match) => match.groups!['name']!)
  })
}

/** Imports that do not point back. Lessons build on the core and on seams of earlier lessons; the core knows
 *  neither lessons nor the program above them; nothing but tests imports a test. */
export function importFaults(root: string): string[] {
  return codeOf(root).filter((file) => layerOf(file) !== 'test').flatMap((file) => {
    const own = layerOf(file)
    const names = importsOf(readText(root, file))
    const targets = names.filter((name) => /^\.\.?\//.test(name) && !name.includes('${'))
    return targets.flatMap((name) => {
      const target = posix.join(posix.dirname(file), name)
      const layer = layerOf(target)
      const words = layer === 'test' ? 'a test'
        : own === 'program' ? null
        : layer === 'program' ? 'the program above it'
        : typeof layer !== 'number' || layer === own ? null
        : own === 'core' ? 'a lesson'
        : layer > (own as number) ? 'a later lesson'
        : LESSON_FILES.includes(basename(target)) ? 'a file of another lesson that is no seam'
        : null
      return words === null ? [] : [`${file} imports ${words}: ${target}`]
    })
  })
}

type LayerOfFile = 'core' | 'program' | 'test' | number

function layerOf(file: string): LayerOfFile {
  const lesson = /^lessons\/(\d\d)-[^/]*\//.exec(file)
  if (lesson) return file.endsWith('.test.ts') ? 'test' : Number(lesson[1])
  if (/^(test|bench)\//.test(file)) return 'test'
  return /^(run|example)\.ts$|^(cli|lessons)\//.test(file) ? 'program' : 'core'
}

/** Files of a lesson that stand somewhere else as well, whole or in a long run of lines. */
export function twiceFaults(root: string): string[] {
  const faults: string[] = []
  const files = codeOf(root).filter((file) => !/^(test|bench)\//.test(file))
  const lines = new Map(files.map((file) => [file, tellingLines(readText(root, file))]))
  const isOwn = (file: string) => LESSON_FILES.includes(basename(file))
  for (const [at, file] of files.entries()) {
    for (const other of files.slice(0, at)) {
      const areSiblings = dirname(file) === dirname(other) && isOwn(file) && isOwn(other)
      const isLesson = [file, other].some((name) => /^lessons\/\d\d-/.test(name))
      if (!isLesson) continue
      if (readText(root, file).trim() === readText(root, other).trim()) {
        faults.push(`${file} is the same file as ${other}`)
      } else if (!areSiblings) {
        const same = runAlike(lines.get(file)!, lines.get(other)!)
        if (same !== null) faults.push(`${file} repeats ${other}: ${same}`)
      }
    }
  }
  return faults
}

function tellingLines(text: string): string[] {
  const body = text.replace(/^import [^]*?from .*$/gm, '')
  const lines = body.split('\n').map((line) => line.trim())
  return lines.filter((line) => /\w/.test(line) && !line.startsWith('//'))
}

/** The first line of a run of lines, longer than allowed, that stands in both; null when there is none. */
function runAlike(some: readonly string[], others: readonly string[]): string | null {
  const width = MAX_LINES_ALIKE + 1
  const windows = (lines: readonly string[]) => {
    return lines.slice(width - 1).map((_, at) => lines.slice(at, at + width).join('\n'))
  }
  const known = new Set(windows(others))
  return windows(some).find((window) => known.has(window))?.split('\n')[0] ?? null
}

// Helpers

/** Text without its fenced blocks. */
function proseOf(page: string): string {
  return page.replace(/^\s*(`{3,}|~{3,})[^]*?^\s*\1.*$/gm, '')
}

function codeOf(root: string): string[] {
  return filesOf(root).filter((file) => /\.(ts|mjs)$/.test(file))
}

export function readText(root: string, file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

/** Where two texts part, for a person to find it. */
export function firstDifference(shown: string, real: string): string {
  const [some, others] = [shown.split('\n'), real.split('\n')]
  const at = some.findIndex((line, i) => line !== others[i])
  const line = at < 0 ? some.length : at
  const [is, was] = [others[line] ?? '(nothing)', some[line] ?? '(nothing)']
  return `line ${line + 1} is shown as:  ${was}\nand really is:      ${is}`
}
