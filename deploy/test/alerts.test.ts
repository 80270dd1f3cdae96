import { alertNames, alerts } from '@app/contracts/rules/alerts.ts'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { readRules } from './figures.ts'

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
    const known: { severity: string; forMinutes: number; limit?: number } = alerts[alert as keyof typeof alerts]
    expect([known.severity, `${known.forMinutes}m`], alert).toEqual([labels.severity, duration])
    const limits = [...expr.matchAll(/> (\d+(?:\.\d+)?)/g)].map(([, limit]) => Number(limit))
    if (known.limit === undefined) continue
    expect(limits, alert).toContain(known.limit)
  }
})

it('a condition with one limit has this limit in contracts', async () => {
  const compared = (await rules()).flatMap(({ alert, expr }) => {
    const limits = [...expr.matchAll(/> (\d+(?:\.\d+)?)/g)].map(([, limit]) => Number(limit))
    const { limit }: { limit?: number } = alerts[alert as keyof typeof alerts]
    return limit === undefined || limits.length !== 1 ? [] : [[alert, limits[0], limit]]
  })
  expect(compared.length).toBeGreaterThan(8)
  for (const [alert, inRule, limit] of compared) expect(limit, String(alert)).toBe(inRule)
})
