import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { observability, readRules } from '../support/figures.ts'

const hasPromtool = (process.env.PATH ?? '').split(delimiter).some((path) => existsSync(join(path, 'promtool')))
const promtool = (...args: string[]) => promisify(execFile)('promtool', args, { cwd: observability })

beforeAll(() => {
  if (process.env.CI && !hasPromtool) throw new Error('No promtool on this machine: install prometheus.')
})

describe.runIf(hasPromtool)('Prometheus', () => {
  it('accepts its configuration and rules', async () => {
    await promtool('check', 'config', 'prometheus.yml')
  })

  it('raises each alert when it should, and not below its threshold', async () => {
    await promtool('test', 'rules', 'rules.test.yml')
  })
})

it('each alert has a test, a summary, a description and a runbook, and each runbook has an alert', async () => {
  const [, ...rules] = (await readRules()).split('- alert: ')
  const named = rules.map((rule) => ({ name: rule.split('\n', 1)[0] ?? '', rule }))
  const tests = await readFile(join(observability, 'rules.test.yml'), 'utf8')
  const operations = await readFile(join(observability, '../../docs/operations.md'), 'utf8')
  const runbooks = (operations.split('\n## Alerts\n')[1]?.split('\n## ', 1)[0] ?? '').matchAll(/^### (\w+)$/gm)
  expect([...runbooks].map(([, name]) => name)).toEqual(named.map(({ name }) => name))
  for (const { name, rule } of named) {
    expect(tests, name).toMatch(new RegExp(`\\b${name}\\b`))
    for (const annotation of ['summary: ', 'description: ', `runbook: docs/operations.md#${name.toLowerCase()}\n`])
      expect(rule, name).toContain(annotation)
  }
})
