// json.ts: what JSON.parse passes over in silence, for files that a person signs.

/** A key that stands twice in one object of a JSON text that parses. JSON.parse would take the last one, and
 *  who reads the file may have seen only the first. */
export function repeatedKey(text: string): string | undefined {
  const open: Set<string>[] = []
  for (const [token, name] of text.matchAll(/("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === '{') open.push(new Set())
    else if (token === '}') open.pop()
    if (name === undefined) continue
    const key: string = JSON.parse(name)
    if (open.at(-1)!.has(key)) return key
    open.at(-1)!.add(key)
  }
  return undefined
}
