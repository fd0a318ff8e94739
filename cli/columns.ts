// columns.ts: a page in two columns for a terminal: a label, and beside it a text that is broken into lines.
// It only lays out; making characters harmless is for whoever prints the page.

const PAGE_CHARACTERS = 100
const LABEL_CHARACTERS = 16
const TEXT_CHARACTERS = PAGE_CHARACTERS - LABEL_CHARACTERS

/** The lines of one entry. A word that is wider than the column is broken too: nothing is left out. */
export function entry(label: string, text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    const pieces = last === undefined ? piecesOf(word) : piecesOf(`${last} ${word}`)
    if (last === undefined) lines.push(...pieces)
    else if (pieces.length === 1) lines[lines.length - 1] = pieces[0]!
    else lines.push(...piecesOf(word))
  }
  return lines.map((line, i) => `${(i === 0 ? label : '').padEnd(LABEL_CHARACTERS)}${line}`.trimEnd())
}

/** As many of the names as one line holds behind the words, and how many more there are. */
export function oneLine(words: string, names: readonly string[]): string {
  const line = (count: number) => {
    const more = names.length - count
    return `${words}: ${names.slice(0, count).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  }
  let count = names.length
  while (count > 1 && [...line(count)].length > TEXT_CHARACTERS) count--
  return line(count)
}

function piecesOf(text: string): string[] {
  const pieces: string[] = []
  for (let rest = [...text]; rest.length > 0 || pieces.length === 0; rest = rest.slice(TEXT_CHARACTERS)) {
    pieces.push(rest.slice(0, TEXT_CHARACTERS).join(''))
  }
  return pieces
}
