// schema.test.ts: arguments against a closed schema, each fault with its whole sentence.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { argumentsFault } from '../schema.ts'
import { TOOLS } from '../tools.ts'
import { toolOf } from './permit-builders.ts'
import type { Tool } from '../tools.ts'

const [read, write, bash] = TOOLS as [Tool, Tool, Tool]
const READ = 'read takes path, offset, limit, column'
const WRITE = 'write takes path, content'
const BASH = 'bash takes command, timeout'

/** A tool with one argument of this schema, which reaches nothing. */
function withSchema(schema: object, more: object = {}): Tool {
  const parameters = { type: 'object', properties: { value: schema }, ...more }
  return { ...toolOf('odd', { value: 'text' }), parameters }
}

describe('arguments that fit', () => {
  test('have no fault, with and without the ones that may be left out', () => {
    assert.equal(argumentsFault(read, { path: 'a.txt' }), null)
    assert.equal(argumentsFault(read, { path: 'a.txt', offset: 1, limit: 1, column: 0 }), null)
    assert.equal(argumentsFault(write, { path: 'a.txt', content: 'x' }), null)
    assert.equal(argumentsFault(bash, { command: 'ls', timeout: 5 }), null)
    assert.equal(argumentsFault(bash, JSON.parse('{ "command": "ls", "timeout": 5.0 }')), null)
  })

  test('may come without any prototype, as some parsers make them', () => {
    assert.equal(argumentsFault(read, Object.assign(Object.create(null), { path: 'a.txt' })), null)
  })

  test('may be an empty or a blank text, but not an empty path or command', () => {
    assert.equal(argumentsFault(write, { path: 'a.txt', content: '' }), null)
    assert.equal(argumentsFault(write, { path: 'a.txt', content: ' \n' }), null)
  })
})

describe('the three tools', () => {
  test('tell a model that they take nothing else', () => {
    for (const { parameters } of TOOLS) {
      assert.equal((parameters as { additionalProperties?: unknown }).additionalProperties, false)
    }
  })
})

describe('arguments as a whole', () => {
  test('must be one plain JSON object', () => {
    class Args { path = 'a.txt' }
    const inherited = Object.create({ path: 'a.txt', offset: 'x' })
    const others: unknown[] = [
      null, undefined, 'path', '{"path":"a.txt"}', 3, true, [], ['a.txt'], [['path', 'a.txt']], () => 'a.txt',
      new Map([['path', 'a.txt']]), new Args(), inherited, Symbol('path'), 1n,
    ]
    for (const args of others) assert.equal(argumentsFault(read, args), 'arguments must be one JSON object')
  })

  test('miss what is required, and say so before anything else', () => {
    assert.equal(argumentsFault(read, {}), `missing path: ${READ}`)
    assert.equal(argumentsFault(read, { path: undefined }), `missing path: ${READ}`)
    assert.equal(argumentsFault(read, { file: 'a.txt', offset: 'x' }), `missing path: ${READ}`)
    assert.equal(argumentsFault(write, { content: 'x' }), `missing path: ${WRITE}`)
    assert.equal(argumentsFault(write, { path: 'a.txt' }), `missing content: ${WRITE}`)
    assert.equal(argumentsFault(bash, { timeout: 5 }), `missing command: ${BASH}`)
  })

  test('miss a path or a command that is blank', () => {
    for (const blank of ['', ' ', '\n\t', '\u00a0']) {
      assert.equal(argumentsFault(read, { path: blank }), `missing path: ${READ}`)
      assert.equal(argumentsFault(write, { path: blank, content: 'x' }), `missing path: ${WRITE}`)
      assert.equal(argumentsFault(bash, { command: blank }), `missing command: ${BASH}`)
    }
  })

  test('hold nothing that is not declared, whatever objects inherit', () => {
    for (const name of ['mode', 'Path', 'constructor', 'toString', 'hasOwnProperty', '__proto__', '']) {
      const args = JSON.parse(`{ "path": "a.txt", ${JSON.stringify(name)}: { "offset": 1 } }`)
      assert.equal(argumentsFault(read, args), `unknown argument ${name}: ${READ}`)
    }
    assert.equal(argumentsFault(read, { 'path': 'a', 'a\u202eb': 1 }),
      `unknown argument a\\u{202e}b: ${READ}`)
    assert.equal(argumentsFault(toolOf('now', {}), { zone: 'UTC' }),
      'unknown argument zone: now takes no arguments')
  })

  test('are not taken from a prototype when one is missing', () => {
    const tool = { ...toolOf('odd', {}), parameters: { type: 'object', required: ['toString'] } }
    assert.equal(argumentsFault(tool, {}), 'missing toString: odd takes no arguments')
  })
})

describe('an argument', () => {
  test('that is a string is nothing else', () => {
    const others = [null, 3, 0, true, ['a.txt'], {}, { toString: () => 'a.txt' }, [['a.txt']], Symbol('a')]
    for (const value of others) {
      assert.equal(argumentsFault(read, { path: value }), 'path must be a string')
      assert.equal(argumentsFault(bash, { command: value }), 'command must be a string')
      assert.equal(argumentsFault(write, { path: 'a.txt', content: value }), 'content must be a string')
    }
  })

  test('that is a whole number is neither a text of one nor out of its range', () => {
    const others: unknown[] = [
      0, -1, 1.5, NaN, Infinity, -Infinity, '1', '', null, true, [1], {}, { valueOf: () => 1 }, 1n,
      Symbol('1'), 2 ** 53, 1e300,
    ]
    for (const value of others) {
      assert.equal(argumentsFault(read, { path: 'a.txt', offset: value }),
        'offset must be a whole number from 1')
    }
    assert.equal(argumentsFault(read, { path: 'a', column: -1 }), 'column must be a whole number from 0')
    assert.equal(argumentsFault(read, { path: 'a', column: 0 }), null)
    assert.equal(argumentsFault(read, { path: 'a', offset: 2 ** 53 - 1 }), null)
    assert.equal(argumentsFault(read, { path: 'a', offset: undefined }),
      'offset must be a whole number from 1')
  })

  test('keeps to the bounds that its schema gives, and no others', () => {
    const words = (schema: object, value: unknown) => {
      return argumentsFault(withSchema({ type: 'integer', ...schema }), { value })
    }
    assert.equal(words({ minimum: -2, maximum: 3 }, 4), 'value must be a whole number from -2 to 3')
    assert.equal(words({ minimum: -2, maximum: 3 }, -3), 'value must be a whole number from -2 to 3')
    assert.equal(words({ minimum: -2, maximum: 3 }, 3), null)
    assert.equal(words({ minimum: -2, maximum: 3 }, -2), null)
    assert.equal(words({ maximum: 0 }, 1), 'value must be a whole number to 0')
    assert.equal(words({ maximum: 0 }, -99), null)
    assert.equal(words({}, 'x'), 'value must be a whole number')
    assert.equal(words({}, -7), null)
  })

  test('that is a boolean is no word or number for one', () => {
    const tool = withSchema({ type: 'boolean', description: 'whether' })
    for (const value of [true, false]) assert.equal(argumentsFault(tool, { value }), null)
    for (const value of ['true', 0, 1, null, [], {}]) {
      assert.equal(argumentsFault(tool, { value }), 'value must be true or false')
    }
  })

  test('of a schema that is not known here is refused rather than half checked', () => {
    const words = (said: string) => {
      return `value must be left out: its schema says ${said}, which is not checked here`
    }
    for (const type of ['number', 'array', 'object', 'null', 'String', undefined]) {
      assert.equal(argumentsFault(withSchema({ type }), { value: 1 }), words(String(type)))
    }
    for (const keyword of ['enum', 'pattern', 'maxLength', 'exclusiveMinimum', 'items', 'anyOf', '$ref']) {
      assert.equal(argumentsFault(withSchema({ type: 'string', [keyword]: 1 }), { value: 'x' }),
        words(keyword))
    }
    assert.equal(argumentsFault(withSchema({ enum: ['x'] }), {}), null) // it may be left out
  })

  test('of which the tool does not say what it reaches is refused', () => {
    for (const name of ['target', 'toString', 'constructor']) {
      const parameters = { type: 'object', properties: { [name]: { type: 'string' } } }
      assert.equal(argumentsFault({ ...toolOf('odd', {}), parameters }, { [name]: 'a.txt' }),
        `${name} must be left out: the tool odd does not say what it reaches`)
    }
  })
})
