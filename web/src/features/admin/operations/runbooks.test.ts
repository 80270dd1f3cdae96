import { readFile } from 'node:fs/promises'
import { alertNames } from '@app/contracts/rules/alerts.ts'
import { expect, it } from 'vitest'
import { readRunbooks } from '../../../../read-runbooks.ts'

const runbooks = readRunbooks(await readFile(new URL('../../../../../docs/operations.md', import.meta.url), 'utf8'))

it('each alert has a runbook that says when it worked', () => {
  expect(Object.keys(runbooks)).toEqual(alertNames)
  for (const [name, html] of Object.entries(runbooks)) {
    expect(html, name).toContain('<strong>Meaning:</strong>')
    expect(html, name).toContain('<strong>It worked if</strong>')
  }
})

it('a link leads to a runbook of the app, and the path of a document is text', () => {
  for (const [name, html] of Object.entries(runbooks)) {
    for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g)) {
      const runbook = /^\?tab=operations&amp;runbook=(\w+)$/.exec(href)?.[1]
      expect(alertNames, `${name}: ${href}`).toContain(runbook)
    }
  }
  expect(runbooks.ServiceDown).toContain('<a href="?tab=operations&amp;runbook=DatabaseAway">DatabaseAway</a>')
  expect(runbooks.ServiceDown).toContain('(<code>docs/operations.md#check-one-service</code>)')
  expect(runbooks.SheetsFail).toContain('(<code>deploy/apps-script/README.md</code>)')
})

it('code blocks can be scrolled by keyboard, and special characters are escaped', () => {
  expect(runbooks.AnswersSlow).toMatch(/<pre tabindex="0"><code>select .* &lt;&gt; /)
})

it('a document without the section fails the build', () => {
  expect(() => readRunbooks('# Operations\n')).toThrow('no section "Alerts"')
})
