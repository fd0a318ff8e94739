// mask.ts: keeps secrets out of a record. What is known as a secret by its form, or by standing in the
// environment of this process, becomes `[masked]`, wherever it is in a text. It masks too much rather than
// too little, and knows no secret that has neither form nor name: a password in plain prose goes through.

export const MASK = '[masked]'

const MIN_SECRET_CHARACTERS = 6 // of one known by its value: a shorter one, as `true`, stands in many texts

type Environment = Readonly<Record<string, string | undefined>>

/** What a secret looks like; it stands behind what is in the brackets that capture. Each takes time in
 *  proportion to the text: no form looks far ahead. */
const FORMS: readonly RegExp[] = [
  /(?<![A-Za-z0-9])sk-(?=[\w-]{0,64}\d)[\w-]{8,}/g, // OpenAI, Anthropic and kin
  /(?:gh[pousr]_|github_pat_|glpat-|npm_)[\w-]{16,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{12,}/g, // Amazon
  /\bAIza[\w-]{30,}/g, // Google
  /xox[a-z]-[\w-]{8,}|xapp-[\w-]{8,}/g, // Slack
  /(?<![A-Za-z0-9])eyJ[\w-]{5,1000}\.[\w-]{5,}(?:\.[\w-]*)?/g, // a JSON Web Token
  /\b(Bearer\s{1,9})[\w.~+/=-]{8,}/gi,
  /\b(Basic\s{1,9})[A-Za-z0-9+/]{16,}={0,2}/gi,
  /(:\/\/[^\s/:@]{0,256}:)[^\s/@]{1,256}(?=@)/g, // in an address
  /((?:password|passwd|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key)=["']?)[^\s"'&;,]+/gi,
  /("(?:password|passwd|passphrase|secret|token|api[_-]?key)"\s{0,9}:\s{0,9}")[^"\n]+/gi,
  /-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY[\w+/=\s\\:,.()<>[\]|-]*/g, // also one cut in its middle
  /(?<![\w+/=\s\\])[\w+/=\s\\]+-----END (?:[A-Z0-9]+ ){0,3}PRIVATE KEY[A-Z ]*-----/g, // only its end
]

/** A text in which nothing of these stands has none of those forms: most are such, and need one look. */
const HINT = new RegExp('sk-|gh[pousr]_|github_pat_|glpat-|npm_|AKIA|ASIA|AIza|xox|xapp-|eyJ|bearer|basic|'
  + '://|pass|pwd|secret|token|key|-----', 'i')

export interface Mask {
  /** Whether a value, as JSON, surely holds nothing that is masked. */
  isClean(json: string): boolean
  /** The value, with every text in it masked, keys too. For whatever is JSON, but for `opaque`. */
  of<T>(value: T): T
  /** What a provider wants back unchanged comes back unchanged, whatever it looks like: a signature would
   *  not fit any more. Only when it holds a secret of the environment it is given up as a whole: then it is
   *  MASK, which no adapter takes for its own, and the model goes on without its earlier thoughts. */
  ofOpaque(opaque: unknown): unknown
  /** From now on the secrets in the value are known without what told them: a command becomes vectors, and in
   *  those no `Bearer` stands before the word. What was learned before is forgotten. */
  learn(value: unknown): void
}

/** A mask that also knows the values of those variables whose names say that they are secret. */
export function maskFor(env: Environment): Mask {
  const secrets = Object.entries(env).flatMap(([name, value = '']) => {
    return /KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE/i.test(name) ? [value.trim()] : []
  }).filter(isLong).sort(longestFirst)
  let learned: string[] = []

  const ofText = (text: string, found: (secret: string) => void = () => {}) => {
    const known = [...secrets, ...learned].reduce((rest, secret) => rest.replaceAll(secret, MASK), text)
    return FORMS.reduce((rest, form) => rest.replace(form, (whole: string, before: unknown) => {
      const kept = typeof before === 'string' ? before : '' // a form without brackets: its place
      found(whole.slice(kept.length))
      return kept + MASK
    }), known)
  }
  return {
    isClean: (json) => !HINT.test(json) && ![...secrets, ...learned].some((secret) => {
      return json.includes(JSON.stringify(secret).slice(1, -1))
    }),
    of: (value) => mapped(value, (text) => ofText(text)) as typeof value,
    ofOpaque(opaque) {
      let isSecret = false
      mapped(opaque, (text) => {
        isSecret ||= secrets.some((secret) => text.includes(secret))
        return text
      })
      return isSecret ? MASK : opaque
    },
    learn(value) {
      learned = []
      if (this.isClean(JSON.stringify(value))) return
      const found: string[] = []
      mapped(value, (text) => ofText(text, (secret) => found.push(secret, ...secret.split(/[\s=,:]|\\n/))))
      learned = [...new Set(found)].filter(isLong).sort(longestFirst)
    },
  }
}

function isLong(secret: string): boolean {
  return secret.length >= MIN_SECRET_CHARACTERS && secret !== MASK
}

/** One may hold another. */
function longestFirst(one: string, other: string): number {
  return other.length - one.length
}

/** A value of JSON with each of its texts replaced. */
function mapped(value: unknown, ofText: (text: string) => string): unknown {
  if (typeof value === 'string') return ofText(value)
  if (Array.isArray(value)) return value.map((item) => mapped(item, ofText))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [ofText(key), mapped(item, ofText)]))
}
