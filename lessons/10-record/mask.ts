// mask.ts: keeps secrets out of a record. What is known as a secret by its form, or by standing in the
// environment of this process, becomes `[masked]`, wherever it is in a text. It masks too much rather than
// too little, and knows no secret that has neither form nor name: a password in plain prose goes through.

export const MASK = '[masked]'

const MIN_SECRET_CHARACTERS = 6 // of a variable: a shorter value, as `true`, stands in too many texts

type Environment = Readonly<Record<string, string | undefined>>

// #region forms
/** What a secret looks like. Each takes time in proportion to the text: no form looks far ahead. */
const FORMS: readonly [form: RegExp, mask: string][] = [
  [/(?<![A-Za-z0-9])sk-(?=[\w-]{0,64}\d)[\w-]{8,}/g, MASK], // OpenAI, Anthropic and kin
  [/(?:gh[pousr]_|github_pat_|glpat-|npm_)[\w-]{16,}/g, MASK],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{12,}/g, MASK], // Amazon
  [/\bAIza[\w-]{30,}/g, MASK], // Google
  [/xox[a-z]-[\w-]{8,}|xapp-[\w-]{8,}/g, MASK], // Slack
  [/(?<![A-Za-z0-9])eyJ[\w-]{5,1000}\.[\w-]{5,}(?:\.[\w-]*)?/g, MASK], // a JSON Web Token
  [/\b(Bearer\s{1,9})[\w.~+/=-]{8,}/gi, `$1${MASK}`],
  [/\b(Basic\s{1,9})[A-Za-z0-9+/]{16,}={0,2}/gi, `$1${MASK}`],
  [/(:\/\/[^\s/:@]{0,256}:)[^\s/@]{1,256}(?=@)/g, `$1${MASK}`], // in an address
  [/((?:password|passwd|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key)=["']?)[^\s"'&;,]+/gi,
    `$1${MASK}`],
  [/("(?:password|passwd|passphrase|secret|token|api[_-]?key)"\s{0,9}:\s{0,9}")[^"\n]+/gi, `$1${MASK}`],
  [/-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY[\w+/=\s\\:,.()<>[\]|-]*/g, MASK], // also one cut in its middle
  [/(?<![\w+/=\s\\])[\w+/=\s\\]+-----END (?:[A-Z0-9]+ ){0,3}PRIVATE KEY[A-Z ]*-----/g, MASK], // only its end
]
// #endregion

export interface Mask {
  /** The value, with every text in it masked, keys too. For whatever is JSON, but for `opaque`. */
  of<T>(value: T): T
  /** What a provider wants back unchanged comes back unchanged, whatever it looks like: a signature would
   *  not fit any more. Only when it holds a secret of the environment it is given up as a whole: then it is
   *  MASK, which no adapter takes for its own, and the model goes on without its earlier thoughts. */
  ofOpaque(opaque: unknown): unknown
}

/** A mask that also knows the values of those variables whose names say that they are secret. */
export function maskFor(env: Environment): Mask {
  const secrets = Object.entries(env).flatMap(([name, value = '']) => {
    const isSecret = /KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE/i.test(name)
    return isSecret && value.trim().length >= MIN_SECRET_CHARACTERS ? [value.trim()] : []
  }).sort((a, b) => b.length - a.length) // the longest first: one may hold another

  const ofText = (text: string) => {
    const known = secrets.reduce((rest, secret) => rest.replaceAll(secret, MASK), text)
    return FORMS.reduce((rest, [form, mask]) => rest.replace(form, mask), known)
  }
  const isHeld = (text: string) => secrets.some((secret) => text.includes(secret))
  return {
    of: (value) => mapped(value, ofText) as typeof value,
    ofOpaque(opaque) {
      let isSecret = false
      mapped(opaque, (text) => {
        isSecret ||= isHeld(text)
        return text
      })
      return isSecret ? MASK : opaque
    },
  }
}

/** A value of JSON with each of its texts replaced. */
function mapped(value: unknown, ofText: (text: string) => string): unknown {
  if (typeof value === 'string') return ofText(value)
  if (Array.isArray(value)) return value.map((item) => mapped(item, ofText))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [ofText(key), mapped(item, ofText)]))
}
