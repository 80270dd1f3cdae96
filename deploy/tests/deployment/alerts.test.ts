import { type AlertName, alertNames, alerts } from '@app/contracts/rules/alerts.ts'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { readRules } from '../support/figures.ts'

interface Rule {
  alert: string
  expr: string
  for?: string
  labels: { severity: string }
}

const rules = async (): Promise<Rule[]> =>
  (parse(await readRules()) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules)

it('the list of alerts in contracts has the order, severity, duration and limit of the alert rules', async () => {
  const all = await rules()
  expect(alertNames).toEqual(all.map(({ alert }) => alert))
  for (const { alert, expr, for: duration = '0m', labels } of all) {
    const known: { severity: string; forMinutes: number; limit?: number } = alerts[alert as AlertName]
    expect([known.severity, `${known.forMinutes}m`], alert).toEqual([labels.severity, duration])
    const limits = [...expr.matchAll(/> (\d+(?:\.\d+)?)/g)].map(([, limit]) => Number(limit))
    if (known.limit === undefined) continue
    // An expression with several comparisons also contains numbers that are not the limit, as in "more than 0 attempts".
    if (limits.length === 1) expect(limits[0], alert).toBe(known.limit)
    else expect(limits, alert).toContain(known.limit)
  }
})
