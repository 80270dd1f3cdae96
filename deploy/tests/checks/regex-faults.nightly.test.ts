import { expect, test } from 'vitest'
import { checkRegexes } from './regexes/regex-faults.ts'

const FILE = 'contracts/src/sample.ts'

async function faultsOf(code: string, others: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const files: Readonly<Record<string, string>> = { [FILE]: code, ...others }
  return (await checkRegexes([FILE], (path) => files[path])).faults
}

test.each([
  ['trailing slashes of a path', String.raw`path.replace(/\/+$/, '')`],
  ['a drawing with a document type', String.raw`/<!DOCTYPE[^>]*\[/.test(text)`],
  ['punctuation behind a URL', String.raw`match.replace(/[.,;:!?'’”)\]]+$/, '')`],
  ['a nested repetition', 'const a = /^(a+)+$/'],
  ['two repetitions of the same', String.raw`const a = /^\s*(\d+)?\s*$/`],
  ['an ambiguous alternative', 'const a = /^(?:a|a)*$/'],
  ['a repetition in a lookahead', 'const a = /(?=b*c)b*d/'],
  ['a back reference', String.raw`const a = /^(.*)\1+b$/`],
  ['comments', 'const a = /<!--(?:(?!-->)[^])*-->/'],
  ['a constructed one', "const a = new RegExp('b+$')"],
  ['one constructed without new', "const a = RegExp('b+$', 'i')"],
  ['constant parts', `const b = String.raw\`\\s+\`\nconst a = new RegExp(\`\${b}$\`, 'u')`],
  ['a joined list of parts', "const words = ['a+$', 'b']\nconst a = new RegExp(words.join('|'))"],
  ['the source of another one', `const b = /b+/\nconst a = new RegExp(\`\${b.source}$\`)`],
  ['a pattern of a schema', "const a = Type.String({ pattern: '^(a+)+$' })"],
  ['a pattern of an input field', 'const a = <input pattern="(a+)+" />'],
])('%s: a fault if the time is more than linear', async (what, code) => {
  const file = what.includes('input field') ? 'web/src/sample.tsx' : FILE
  const { faults } = await checkRegexes([file], (path) => (path === file ? code : undefined))
  expect(faults).toEqual([expect.stringMatching(/^(contracts|web)\/src\/sample\.tsx?:\d: (\d\w+ degree polynomial|exponential)/)])
})

test.each([
  String.raw`const a = /^\/+/`,
  'const a = /[^"]+/g',
  'const a = /^[0-9a-f]{8}-[0-9a-f]{4}$/i',
  "const a = Type.String({ pattern: '^[1-9][0-9]{0,8}$' })",
  'const a = /[\\p{L}--[a-z]]/v',
  "const a = other.pattern\nconst b = { pattern: new URLPattern({ pathname: '/a+' }) }",
])('%s is not a fault', async (code) => {
  expect(await faultsOf(code)).toEqual([])
})

test('a part that is imported is resolved', async () => {
  const code = "import { ENDING } from '@app/contracts/ending.ts'\nconst a = new RegExp(ENDING)"
  expect(await faultsOf(code, { 'contracts/src/ending.ts': "export const ENDING = 'a+$'" })).toEqual([
    expect.stringContaining('2nd degree polynomial'),
  ])
})

test('a part that is only known at run time is a fault', async () => {
  const code = `const find = (name: string) => new RegExp(\`^\${name}:\`)`
  expect(await faultsOf(code)).toEqual([expect.stringContaining('is only known at run time')])
  expect(await faultsOf(`// Bounded: 20 characters of our own names.\n${code}`)).toEqual([])
})

test('a bound in the comment directly above is tested and listed', async () => {
  const bounded = (comment: string) => `${comment}\nconst shape = /^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$/`
  const code = bounded('/** The shape. Bounded: 254 characters, checked before. */')
  const { faults, exceptions } = await checkRegexes([FILE], () => code)
  expect(faults).toEqual([])
  expect(exceptions).toEqual([expect.stringMatching(/^contracts\/src\/sample\.ts:2: .*254 characters, checked before\.\)$/)])
  expect(await faultsOf(bounded('// Bounded: 300,000 characters.'))).toEqual([expect.stringMatching(/ of 300,000 characters take \d+ ms$/)])
  expect(await faultsOf(bounded('// Bounded: by what is usual.'))).toEqual([expect.stringContaining('names no number')])
  expect(await faultsOf(bounded('// Bounded: 20 characters.\n'))).toEqual([expect.stringContaining('polynomial')])
  expect(await faultsOf('// Bounded: 20 characters.\nconst a = /a/')).toEqual([expect.stringContaining('remove the comment')])
})

test('a file that cannot be parsed fails the check', async () => {
  await expect(faultsOf('const a = (')).rejects.toThrow(FILE)
})
