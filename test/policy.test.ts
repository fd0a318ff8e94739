// policy.test.ts: what a policy file may say, and the whole words of every error. Files are real.

import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { builtInPolicy, cleanPath, DEFAULT_COMMANDS, loadPolicy, setting } from '../policy.ts'
import { factsOf } from '../programs/facts.ts'
import { askedToRun, workspace } from './permit-builders.ts'
import type { Policy } from '../policy.ts'
import type { Ends, Workspace } from './permit-builders.ts'

const KNOWN = 'root, writable, commands, env, bashTimeoutSeconds, bashTimeoutLimitSeconds, outputBytes, '
  + 'readLines, readBytes, maxRounds, firstByteSeconds, idleSeconds, totalSeconds, retries, replyTokens, '
  + 'classifierSeconds, provider, programs, categories, grants'
const PROVIDER_KNOWN = 'name, model, baseUrl, authHeader, apiVersion, tokenField'
const LEAST = { root: '.', writable: false, commands: ['ls'] }
const OUTSIDE = { ...LEAST, root: '../work' } // for a file in the folder beside the workspace
const NUMBERS: [key: keyof typeof DEFAULTS, least: number, most: number][] = [
  ['bashTimeoutSeconds', 1, 86_400],
  ['bashTimeoutLimitSeconds', 1, 86_400],
  ['outputBytes', 256, 1_048_576],
  ['readLines', 1, 100_000],
  ['readBytes', 256, 1_048_576],
  ['maxRounds', 1, 1_000_000],
  ['firstByteSeconds', 1, 86_400],
  ['idleSeconds', 1, 86_400],
  ['totalSeconds', 1, 86_400],
  ['retries', 0, 20],
  ['replyTokens', 1, 1_000_000],
  ['classifierSeconds', 1, 600],
]
const DEFAULTS = {
  env: [],
  bashTimeoutSeconds: 60,
  bashTimeoutLimitSeconds: 600,
  outputBytes: 16_384,
  readLines: 400,
  readBytes: 32_768,
  maxRounds: 100,
  firstByteSeconds: 120,
  idleSeconds: 60,
  totalSeconds: 600,
  retries: 4,
  replyTokens: 8_192,
  classifierSeconds: 10,
  provider: {},
  programs: {},
  categories: {},
  grants: [],
}

/** Writes a policy file into the workspace, or beside it, and loads it. */
function loaded(place: Workspace, content: unknown, file = 'policy.json', root?: string): Policy {
  const path = join(place.root, file)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return loadPolicy(path, root)
}

/** The words after `FILE: ` of the error that loading ends with. */
function fault(t: Ends, content: unknown, file = 'policy.json', root?: string): string {
  const place = workspace(t)
  const start = `${join(place.root, file)}: `
  try {
    loaded(place, content, file, root)
  } catch (error) {
    const { message } = error as Error
    assert.equal(message.slice(0, start.length), start)
    return message.slice(start.length).replaceAll(place.base, 'BASE')
  }
  return 'it was loaded'
}

describe('a policy file', () => {
  test('needs three keys, and gives back just these with what is computed from them', (t) => {
    const place = workspace(t)
    const commands = ['ls', 'git', 'c++', '7z', 'a_b.c-d']
    assert.deepEqual(loaded(place, { root: '.', writable: true, commands }), {
      root: place.root,
      writable: true,
      commands,
      file: join(place.root, 'policy.json'),
      path: cleanPath(place.root),
    })
  })

  test('is refused with what to write when one of the three is missing', (t) => {
    const { root, writable, commands } = LEAST
    assert.equal(fault(t, { writable, commands }),
      '"root" is missing: a folder, seen from the folder of this file')
    assert.equal(fault(t, { root, commands }), '"writable" is missing: true or false')
    assert.equal(fault(t, { root, writable }),
      '"commands" is missing: a list of bare program names, like ["ls", "git"]')
  })

  test('is refused for a value of the wrong kind, with the key and what is allowed there', (t) => {
    const allowed = {
      root: 'a folder, seen from the folder of this file',
      writable: 'true or false',
      commands: 'a list of bare program names, like ["ls", "git"]',
      env: 'a list of names of environment variables, like ["CI"], none that makes programs run others',
      provider: `an object with some of ${PROVIDER_KNOWN}`,
    }
    const wrong: [key: keyof typeof allowed, values: unknown[]][] = [
      ['root', ['', 3, null, ['.'], {}, false]],
      ['writable', ['true', 'yes', 1, 0, null, [], {}]],
      ['commands', ['ls', null, {}, { 0: 'ls', length: 1 }, 7, [7], [''], [null], [['ls']], ['a b'],
        ['/bin/ls'], ['./ls'], ['..'], ['-x'], ['.ls'], ['ls;rm'], ['ls\n'], ['\nls'], ['l\u0455'],
        ['ls', 'a/b'], ['$x'], ['*']]],
      ['env', ['CI', null, {}, [1], [''], ['A B'], ['A=B'], ['1A'], ['A-B'], ['A\n'], ['CI', 'x.y']]],
      ['provider', ['openai', null, [], 3, true]],
    ]
    for (const [key, values] of wrong) {
      for (const value of values) {
        const words = fault(t, { ...OUTSIDE, [key]: value }, '../outside/policy.json')
        assert.equal(words, `"${key}" must be ${allowed[key]}`, JSON.stringify({ [key]: value }))
      }
    }
  })

  test('takes whole numbers between their bounds and no others', (t) => {
    const place = workspace(t)
    for (const [key, least, most] of NUMBERS) {
      const more = key === 'bashTimeoutSeconds' ? { bashTimeoutLimitSeconds: 86_400 }
        : key === 'bashTimeoutLimitSeconds' ? { bashTimeoutSeconds: 1 } : {}
      for (const value of [least, least + 1, most]) {
        const policy = loaded(place, { ...LEAST, ...more, [key]: value })
        assert.equal(policy[key], value)
        assert.equal(setting(policy, key), value)
      }
      for (const value of [least - 1, most + 1, least + 0.5, -most, String(least), null, true, [least], {}]) {
        const words = fault(t, { ...LEAST, ...more, [key]: value })
        assert.equal(words, `"${key}" must be a whole number from ${least} to ${most}`, JSON.stringify(value))
      }
    }
  })

  test('has a default for every other key', (t) => {
    const policy = loaded(workspace(t), LEAST)
    for (const [key, value] of Object.entries(DEFAULTS)) {
      assert.deepEqual(setting(policy, key as keyof typeof DEFAULTS), value, key)
    }
  })

  test('gives no time above its own limit', (t) => {
    const words = (usual: number, most: number) =>
      `"bashTimeoutSeconds" ${usual} is above "bashTimeoutLimitSeconds" ${most}`
    assert.equal(fault(t, { ...LEAST, bashTimeoutSeconds: 601 }), words(601, 600))
    assert.equal(fault(t, { ...LEAST, bashTimeoutLimitSeconds: 59 }), words(60, 59))
    assert.equal(fault(t, { ...LEAST, bashTimeoutSeconds: 600 }), 'it was loaded')
    assert.equal(fault(t, { ...LEAST, bashTimeoutSeconds: 5, bashTimeoutLimitSeconds: 5 }), 'it was loaded')
  })

  test('is refused for a key that is not known, whatever objects inherit', (t) => {
    for (const key of ['writeable', 'Root', 'file', 'path', 'constructor', 'toString', '__proto__', '']) {
      const content = `{ "root": ".", "writable": false, "commands": [], ${JSON.stringify(key)}: true }`
      assert.equal(fault(t, content), `unknown key "${key}"; known are ${KNOWN}`)
    }
    assert.equal(fault(t, { ...LEAST, '\u001b[2J\u202e': 1 }),
      `unknown key "\\u{1b}[2J\\u{202e}"; known are ${KNOWN}`)
  })

  test('is refused when a key stands there twice, however it is spelled', (t) => {
    const head = '{ "root": ".", "commands": ["ls"], '
    const twice = (key: string) => `"${key}" stands there twice; keep one of them`
    assert.equal(fault(t, `${head}"writable": false, "writable": true }`), twice('writable'))
    assert.equal(fault(t, `${head}"writable": false, "writabl\\u0065" : true }`), twice('writable'))
    assert.equal(fault(t, `${head}"writable": false, "root"\n:\t"." }`), twice('root'))
    const provider = '"provider": { "model": "a", "model": "b" }'
    assert.equal(fault(t, `${head}"writable": false, ${provider} }`), twice('model'))
    const odd = '"provider": { "\\u001b": "a", "\\u001b": "b" }'
    assert.equal(fault(t, `${head}"writable": false, ${odd} }`), twice('\\u{1b}'))
  })

  test('may hold the same word in different objects and in values', (t) => {
    const provider = { name: 'openai', model: 'a"b\\', baseUrl: '{"name": "model", "model": ' }
    const content = { ...OUTSIDE, commands: ['root', 'root', 'model', 'name'], provider }
    const policy = loaded(workspace(t), content, '../outside/policy.json')
    assert.deepEqual(policy.provider, provider)
    assert.deepEqual(policy.commands, ['root', 'root', 'model', 'name'])
  })

  test('is refused when it is no JSON object, with the words of the parser', (t) => {
    for (const content of ['', '{', "{ 'root': 1 }", '{ "root": "." } x', '\ufeff{}', '[1,]']) {
      let said = ''
      assert.throws(() => JSON.parse(content), ({ message }) => Boolean(said = message))
      assert.equal(fault(t, content), `not a policy: ${said.replaceAll('\ufeff', '\\u{feff}')}`)
    }
    for (const content of ['null', '[]', '"ls"', '3', 'true', '[{"root":"."}]']) {
      assert.equal(fault(t, content),
        'not a policy: write one object, { "root": ".", "writable": false, "commands": ["ls"] }')
    }
  })

  test('that cannot be read is refused with the reason', (t) => {
    const { base } = workspace(t)
    const nowhere = join(base, 'nowhere.json')
    assert.throws(() => loadPolicy(nowhere), {
      message: `${nowhere}: not a policy: ENOENT: no such file or directory, open '${nowhere}'`,
    })
    assert.throws(() => loadPolicy(base), {
      message: `${base}: not a policy: EISDIR: illegal operation on a directory, read`,
    })
  })

  test('shows no control character of its own text or name on the screen', (t) => {
    const place = workspace(t)
    const name = 'a\u001b[2Jb.json'
    assert.throws(() => loaded(place, '\u001b[31m{', name), ({ message }: Error) => {
      assert.equal(message.includes('\u001b'), false)
      assert.equal(message.startsWith(`${place.root}/a\\u{1b}[2Jb.json: not a policy: `), true)
      return true
    })
  })
})

describe('the root of a policy file', () => {
  test('is seen from the real folder of the file, not from where the harness was started', (t) => {
    const place = workspace(t, { 'sub/deep/x.txt': 'x' })
    assert.equal(loaded(place, { ...LEAST, root: '..' }, 'sub/deep/p.json').root, join(place.root, 'sub'))
    assert.equal(loaded(place, OUTSIDE, '../outside/p.json').root, place.root)
    assert.equal(loaded(place, { ...LEAST, root: place.root }, '../outside/p.json').root, place.root)
    symlinkSync(join(place.outside, 'p.json'), join(place.root, 'sub/deep/link.json'))
    const policy = loadPolicy(join(place.root, 'sub/deep/link.json'))
    assert.equal(policy.root, place.root)
    assert.equal(policy.file, join(place.outside, 'p.json'))
  })

  test('is a real path, also when it was given through a link', (t) => {
    const place = workspace(t, { '../door': '-> {ROOT}' })
    assert.equal(loaded(place, { ...LEAST, root: '../door' }, '../outside/p.json').root, place.root)
    assert.equal(builtInPolicy(join(place.base, 'door')).root, place.root)
  })

  test('is replaced by the one that the caller gives', (t) => {
    const place = workspace(t, { 'sub/': '' })
    const policy = loaded(place, { ...LEAST, root: 'nowhere' }, 'policy.json', join(place.root, 'sub'))
    assert.equal(policy.root, join(place.root, 'sub'))
    assert.equal(policy.file, join(place.root, 'policy.json'))
  })

  test('must be a folder that is there', (t) => {
    assert.equal(fault(t, { ...LEAST, root: 'nowhere' }),
      '"root" is no folder that can be opened: BASE/work/nowhere')
    assert.equal(fault(t, { ...LEAST, root: 'policy.json' }),
      '"root" is no folder that can be opened: BASE/work/policy.json')
    assert.equal(fault(t, LEAST, 'policy.json', '/nowhere\u202e'),
      '"root" is no folder that can be opened: /nowhere\\u{202e}')
    assert.equal(fault(t, { ...LEAST, root: 'a\0b' }),
      '"root" is no folder that can be opened: BASE/work/a\\u{0}b')
    const gone = 'the workspace is gone, or no folder; ask a person to make it again'
    assert.throws(() => builtInPolicy('/nowhere/at/all'), { message: gone })
  })
})

describe('keys that reach beyond the workspace', () => {
  const provider = { name: 'openai', model: 'm', baseUrl: 'http://127.0.0.1:1/v1' }

  test('are taken from a file outside the root', (t) => {
    const policy = loaded(workspace(t), { ...OUTSIDE, provider, env: ['CI', '_x9'] },
      '../outside/policy.json')
    assert.deepEqual(policy.provider, provider)
    assert.deepEqual(policy.env, ['CI', '_x9'])
    assert.deepEqual(setting(policy, 'env'), ['CI', '_x9'])
  })

  test('are errors in a file inside the root, even when they say nothing', (t) => {
    const words = (key: string) => `"${key}" is taken only from a file not in the root nor in a folder above`
    assert.equal(fault(t, { ...LEAST, provider }), words('provider'))
    assert.equal(fault(t, { ...LEAST, env: ['CI'] }), words('env'))
    assert.equal(fault(t, { ...LEAST, env: [] }), words('env'))
    assert.equal(fault(t, { ...LEAST, provider: {} }), words('provider'))
    assert.equal(fault(t, { ...LEAST, categories: {} }), words('categories'))
    assert.equal(fault(t, { ...LEAST, env: [], provider: {} }), words('provider'))
  })

  test('are errors when only the root that is in force makes the file lie inside', (t) => {
    const place = workspace(t, { 'sub/': '', '../work-evil/': '' })
    const words = '"env" is taken only from a file not in the root nor in a folder above'
    const message = `${place.root}/sub/../../outside/p.json: ${words}`
    assert.throws(() => loaded(place, { ...OUTSIDE, env: [] }, 'sub/../../outside/p.json', place.base),
      { message: message.replace('/work/sub/../..', '') })
    symlinkSync(join(place.outside, 'p.json'), join(place.root, 'link.json'))
    assert.deepEqual(loadPolicy(join(place.root, 'link.json')).env, []) // the file itself is outside
    const above = `${place.root}/p.json: ${words}`
    assert.throws(() => loaded(place, { ...OUTSIDE, root: 'sub', env: [] }, 'p.json'), { message: above })
    const { env } = loaded(place, { ...OUTSIDE, env: [] }, '../work-evil/p.json')
    assert.deepEqual(env, []) // a name that begins alike is another folder
  })

  test('name what a provider may say', (t) => {
    const of = (given: unknown) => fault(t, { ...OUTSIDE, provider: given }, '../outside/policy.json')
    const allowed: [key: string, words: string][] = [
      ['name', 'anthropic or openai'],
      ['model', 'the name of a model'],
      ['baseUrl', 'an address like http://127.0.0.1:8080/v1'],
      ['authHeader', 'x-api-key or authorization'],
      ['apiVersion', 'a version like 2023-06-01'],
      ['tokenField', 'max_completion_tokens or max_tokens'],
    ]
    for (const [key, words] of allowed) {
      for (const value of ['', 3, null, ['openai'], {}]) {
        assert.equal(of({ [key]: value }), `"provider.${key}" must be ${words}`)
      }
      const choices = words.includes(' or ') ? words.split(' or ') : ['anything at all']
      for (const value of choices) assert.equal(of({ [key]: value }), 'it was loaded')
      if (choices.length === 2) assert.equal(of({ [key]: words }), `"provider.${key}" must be ${words}`)
    }
    for (const key of ['key', 'Name', 'constructor', '__proto__', 'timeout']) {
      const content = JSON.stringify({ ...OUTSIDE, provider: {} }).replace('{}', `{ "${key}": "x" }`)
      assert.equal(fault(t, content, '../outside/policy.json'),
        `unknown key "provider.${key}"; known are ${PROVIDER_KNOWN}`)
    }
    assert.equal(of({ '\u0007': 1 }), `unknown key "provider.\\u{7}"; known are ${PROVIDER_KNOWN}`)
  })
})

describe('variables that commands may see', () => {
  test('are none that makes programs run others', (t) => {
    const words = '"env" must be a list of names of environment variables, like ["CI"], '
      + 'none that makes programs run others'
    const refused = [
      'LD_PRELOAD', 'DYLD_INSERT_LIBRARIES', 'GIT_SSH_COMMAND', 'GIT_CONFIG_GLOBAL', 'NODE_OPTIONS',
      'NODE_PATH',
      'PYTHONSTARTUP', 'PYTHONPATH', 'PERL5OPT', 'RUBYOPT', 'BASH_ENV', 'ENV', 'PATH', 'IFS', 'SHELL',
      'npm_config_script_shell', 'NPM_CONFIG_SCRIPT_SHELL', 'JAVA_TOOL_OPTIONS', '_JAVA_OPTIONS',
      'RUSTC_WRAPPER', 'CARGO_BUILD_RUSTC', 'MAKEFLAGS', 'CC', 'PAGER', 'MANPAGER',
      'EDITOR', 'VISUAL', 'SSH_ASKPASS', 'BROWSER', 'LESSOPEN', 'RIPGREP_CONFIG_PATH',
    ]
    for (const name of refused) {
      assert.equal(fault(t, { ...OUTSIDE, env: ['CI', name] }, '../outside/policy.json'), words, name)
    }
    for (const name of ['CI', 'TERM_PROGRAM', 'GIT_AUTHOR_NAME', 'AWS_PROFILE', 'CCACHE_DIR', 'TMPDIR']) {
      assert.equal(fault(t, { ...OUTSIDE, env: [name] }, '../outside/policy.json'), 'it was loaded', name)
    }
  })
})

describe('tables of programs', () => {
  const of = (t: Ends, programs: unknown) => fault(t, { ...LEAST, programs })

  test('are taken from a policy as lines, or with examples that they must pass', (t) => {
    const place = workspace(t)
    const policy = loaded(place, {
      ...LEAST,
      commands: ['mytool', 'other'],
      programs: {
        'mytool': '-v --level=number read...',
        'other': { words: '!commands', looks: [], asks: ['other x'] },
        'other show': { words: '-q', looks: ['other show -q', 'mytool --level=3 a | other show'] },
      },
    })
    assert.deepEqual(policy.programs,
      { 'mytool': '-v --level=number read...', 'other': '!commands', 'other show': '-q' })
    assert.equal(askedToRun(policy, 'mytool -v --level 3 a.txt'), null)
    assert.equal(askedToRun(policy, 'mytool -v ../x'), 'path escapes the workspace: ../x')
    assert.equal(askedToRun(policy, 'mytool -w a'),
      'this session is read-only: mytool (-w) is not known to only look')
  })

  test('are refused when a value has another form', (t) => {
    const form = 'a line of words, or { "words": LINE, "looks": [COMMAND...], "asks": [COMMAND...] }'
    const values = [
      null, 3, [], {}, { words: 3 }, { words: '-v', looks: 'x' }, { words: '-v', more: [] },
      { words: '-v', asks: [3] },
    ]
    for (const value of values) {
      assert.equal(of(t, { mytool: value }), `"programs.mytool" must be ${form}`)
    }
    assert.match(of(t, { mytool: '-v=nonsense' }), /^programs: mytool: -v=nonsense is not understood; /)
    assert.match(of(t, { 'ls': '!writes' }), /^programs: ls has a table; add only options to it$/)
  })

  test('are refused when an example comes out otherwise', (t) => {
    assert.equal(of(t, { mytool: { words: '-v', looks: ['mytool -v', 'mytool -w'] } }),
      '"programs.mytool": mytool -w is not known to only look by this table')
    assert.equal(of(t, { mytool: { words: '-v', looks: ['mytool $x'] } }),
      '"programs.mytool": mytool $x is not known to only look by this table')
    assert.equal(of(t, { mytool: { words: '-v', asks: ['mytool -w', 'mytool -v'] } }),
      '"programs.mytool": mytool -v only looks by this table')
    assert.equal(of(t, { mytool: { words: '-v', asks: ['mytool -w; ls'] } }), 'it was loaded')
  })
})

describe('the policy without a file', () => {
  test('is read-only with the default programs', (t) => {
    const { root } = workspace(t)
    for (const program of DEFAULT_COMMANDS) {
      assert.equal(factsOf([program]).runsCode, false, program) // it has a table, and runs no project
    }
    for (const program of ['ls', 'cat', 'grep', 'find', 'git']) assert.ok(DEFAULT_COMMANDS.includes(program))
    for (const program of ['rm', 'node', 'sh', 'env', 'xargs', 'curl', 'make', 'tee']) {
      assert.ok(!DEFAULT_COMMANDS.includes(program), program)
    }
    assert.deepEqual(builtInPolicy(root), {
      root, writable: false, commands: DEFAULT_COMMANDS, path: cleanPath(root),
    })
  })
})

describe('the clean PATH', () => {
  test('keeps real folders in their order and once, and nothing that others can put a program into', (t) => {
    const place = workspace(t, {
      'bin/': '', '../outside/one/': '', '../outside/two/': '', '../outside/open/': '', '../outside/a:b/': '',
      '../outside/file': '', '../work-evil/': '',
      '../outside/again': '-> {OUTSIDE}/one', '../outside/door': '-> {ROOT}/bin',
      '../outside/odd': '-> {OUTSIDE}/a:b',
    })
    const { root, outside } = place
    chmodSync(join(outside, 'open'), 0o777)
    chmodSync(join(outside, 'two'), 0o775) // by a group is not by all
    const given = [
      '', '.', 'bin', `${root}/bin`, root, `${outside}/door`, `${outside}/two`, `${outside}/nowhere`,
      `${outside}/file`, `${outside}/open`, `${outside}/again`, `${outside}/one`, `${outside}/odd`,
      `${outside}/two/`, `${place.base}/work-evil`, '~/bin', '',
    ]
    assert.equal(cleanPath(root, given.join(':')), `${outside}/two:${outside}/one:${place.base}/work-evil`)
  })

  test('is empty when nothing is left, and when there is no PATH', (t) => {
    const { root } = workspace(t)
    const before = process.env['PATH']
    t.after(() => { process.env['PATH'] = before })
    assert.equal(cleanPath(root, ''), '')
    assert.equal(cleanPath(root, `.:${root}`), '')
    delete process.env['PATH']
    assert.equal(cleanPath(root), '')
  })

  test('is computed from the PATH of the harness when a policy is made', (t) => {
    const place = workspace(t, { 'bin/': '', '../outside/tools/': '' })
    const before = process.env['PATH']
    t.after(() => { process.env['PATH'] = before })
    process.env['PATH'] = `.:${place.root}/bin:${place.outside}/tools`
    assert.equal(builtInPolicy(place.root).path, `${place.outside}/tools`)
    assert.equal(loaded(place, LEAST).path, `${place.outside}/tools`)
    mkdirSync(join(place.root, 'sub'))
    assert.equal(loaded(place, { ...LEAST, root: 'sub' }).path, `${place.root}/bin:${place.outside}/tools`)
  })
})
