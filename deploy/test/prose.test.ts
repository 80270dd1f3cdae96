import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { avoidedWords } from './prose/avoided-words.ts'
import { compareWithBudget } from './prose/budget.ts'
import { checkProse, ruleNames } from './prose/rules.ts'

const long = Array.from({ length: 31 }, () => 'word').join(' than ')

const found = (path: string, content: string): string[] => checkProse(path, content).map(({ rule, line }) => `${line} ${rule}`)

test.each([
  ['long sentence', `Short.\n${long}.`],
  ['repeated word', 'The gateway\nretries the the request.'],
  ['repeated word', 'The gateway\nretries the\nthe request.'],
  ['wrong article', 'A short\ntext with a error.'],
  ['wrong article', 'A short\ntext with an request.'],
  ['nobody', 'A queue\nto which nobody subscribes.'],
  ['again and again', 'Calls the function\nagain\nand again.'],
  ['answers', 'Removes rows.\nAnswers how many.'],
])('%s: found in a document, at its line', (rule, text) => {
  expect(found('docs/sample.md', `# Title\n\n${text}\n`)).toEqual([`4 ${rule}`])
})

test.each([
  [
    'sample.ts',
    "const a = 1 // nobody\n/**\n * A queue.\n *\n * For whoever reads `nobody`.\n */\nconst b = '// nobody'",
    ['1 nobody', '5 whoever'],
  ],
  ['sample.tsx', 'const a = <p>{/* nobody */}nobody</p>', ['1 nobody']],
  ['sample.js', '// The request is sent\n// again and\n// again.\n', ['2 again and again']],
  ['sample.gs', 'var nobody = 1 // told\n', ['1 told']],
  ['sample.css', '.nobody {\n  color: red; /* the\n  the name */\n}', ['2 repeated word']],
  ['sample.yml', 'nobody: 1\n# For nobody.\n  # somebody\n', ['2 nobody', '3 somebody']],
  ['sample.sh', '#!/bin/nobody\necho nobody\n# nobody\n', ['3 nobody']],
])('%s: only comments are checked', (path, content, findings) => {
  expect(found(path, content)).toEqual(findings)
})

test('a comment that begins with a relative clause is found, a heading or a question is not', () => {
  const text = 'What the service owns.'
  expect(found('sample.ts', `// ${text}`)).toEqual(['1 begins with what'])
  expect(found('sample.ts', '// What happens after an error? The request is retried.')).toEqual([])
  expect(found('sample.md', `# ${text}`)).toEqual([])
})

test.each([
  ['a code block', '```sh\nnobody told\n```'],
  ['a code block of another fence', '~~~\nnobody told\n~~~'],
  ['an indented code block', 'Text:\n\n    nobody told'],
  ['inline code', 'Set `nobody` or ``a ` told``. `a` `a` is a `error`.'],
  ['code over two lines', 'Set `nobody\ntold`.'],
  ['URLs', 'See [the page](told/nobody.md), https://example.com/nobody or <https://example.com/told>.'],
  ['front matter', '---\ntitle: nobody\n---'],
  ['an HTML comment', '<!--\nnobody\n-->'],
  ['cells of a table, which are not one sentence', `| ${'short words in a cell | '.repeat(10)}\n| --- |`],
  ['items of a list, which are not one sentence', '- several short words\n'.repeat(10)],
  ['text in parentheses, which does not make a sentence long', `Words (${long}).`],
  ['an abbreviation within a sentence', 'Some words, e.g. these.'],
  ['correct articles', 'A user, an hour, a URL, an npm package, a one-time code, an owner, a unit, an S3 store, an unsent email.'],
])('%s: ignored', (_, markdown) => {
  expect(found('sample.md', markdown)).toEqual([])
})

test('tags, examples and instructions to tools are ignored', () => {
  const comment = '/**\n * Returns a name.\n * @example\n * nobody told\n * @param nobody The owner, whoever it is.\n */'
  expect(found('sample.ts', `${comment}\n// biome-ignore lint: nobody\n`)).toEqual(['5 whoever'])
})

test('the end of an unclosed code block is the end of the file', () => {
  expect(found('sample.md', 'A `word that nobody closes\n\nTold.\n\n```\ntold')).toEqual(['1 nobody', '3 told'])
})

test('every avoided word has its own rule', () => {
  expect(new Set(ruleNames).size).toBe(ruleNames.length)
  expect(ruleNames).toEqual(expect.arrayContaining(avoidedWords.map(({ name }) => name)))
})

test('the time is linear', () => {
  const texts = [
    'a ',
    'the ',
    '`',
    '[a](',
    '<a',
    'nobody ',
    '. ',
    '(',
    '> ',
    '| ',
    '\n* ',
    '<!--',
    'http://',
    '``',
    'word\n',
    'told\n',
    '(a',
  ]
  for (const text of texts) {
    const before = process.cpuUsage()
    checkProse('sample.md', text.repeat(50_000))
    checkProse('sample.ts', `/* ${text.repeat(50_000)} */`)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1e6, text).toBeLessThan(4)
  }
})

test('a rule with more findings than its budget is reported', () => {
  const { exceeded, unused } = compareWithBudget(new Map([['told', 3]]), { told: 2 })
  expect(exceeded).toEqual(['told: 3 (at most 2)'])
  expect(unused).toEqual([])
  expect(compareWithBudget(new Map([['told', 1]]), {}).exceeded).toEqual(['told: 1 (at most 0)'])
  expect(compareWithBudget(new Map([['told', 2]]), { told: 2 }).exceeded).toEqual([])
})

test('the budget is lowered to the findings and never raised', () => {
  const counts = new Map([
    ['told', 3],
    ['tells', 1],
    ['nobody', 5],
  ])
  const { lowered, unused } = compareWithBudget(counts, { told: 2, tells: 4, stands: 1 })
  expect(lowered).toEqual({ told: 2, tells: 1 })
  expect(unused).toEqual(['tells: 1 (at most 4)', 'stands: 0 (at most 1)'])
})

test('the command fails above the budget, lists the findings, and lowers the budget', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'palmetto-prose-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const budget = join(folder, 'deploy/test/prose/budget.json')
  await mkdir(join(folder, 'deploy/test/prose'), { recursive: true })
  await writeFile(join(folder, 'README.md'), 'A queue\nto which nobody subscribes.\nMeanwhile it is told.\n')
  async function run(...args: string[]): Promise<{ code: number; output: string }> {
    const command = fileURLToPath(new URL('check-prose.ts', import.meta.url))
    const child = spawn(process.execPath, [command, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
    const [code] = (await once(child, 'close')) as [number]
    return { code, output }
  }

  await writeFile(budget, '{ "nobody": 2, "told": 1 }')
  const above = await run('--update')
  expect(above.code).toBe(1)
  expect(above.output).toMatch(/^README\.md:2 {2}“nobody”: .*\nREADME\.md:3 {2}“Meanwhile”: .*\nREADME\.md:3 {2}“told”: /)
  expect(above.output).toContain('meanwhile: 1 (at most 0)')
  expect(JSON.parse(await readFile(budget, 'utf8'))).toEqual({ nobody: 1, told: 1 })

  await writeFile(budget, '{ "meanwhile": 1, "nobody": 2, "told": 1 }')
  const below = await run('--summary')
  expect(below.code).toBe(0)
  expect(below.output).toContain('    1  nobody\n')
  expect(below.output).toContain('nobody: 1 (at most 2)')
  expect(below.output).not.toContain('README.md')
})
