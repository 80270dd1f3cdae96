/** Maximum number of findings, by rule. The default is 0. */
export type Budget = Readonly<Record<string, number>>

export interface BudgetReport {
  exceeded: string[]
  unused: string[]
  /** A new budget. For each rule, it contains the number of findings or the maximum of the old budget, whichever is smaller. */
  lowered: Budget
}

export function compareWithBudget(counts: ReadonlyMap<string, number>, budget: Budget): BudgetReport {
  const countOf = (rule: string): number => counts.get(rule) ?? 0
  const exceeded = [...counts.keys()]
    .filter((rule) => countOf(rule) > (budget[rule] ?? 0))
    .sort()
    .map((rule) => `${rule}: ${countOf(rule)} (at most ${budget[rule] ?? 0})`)
  const unused = Object.keys(budget)
    .filter((rule) => countOf(rule) < (budget[rule] ?? 0))
    .map((rule) => `${rule}: ${countOf(rule)} (at most ${budget[rule]})`)
  const lowered = Object.entries(budget)
    .map(([rule, max]): [string, number] => [rule, Math.min(max, countOf(rule))])
    .filter(([, max]) => max > 0)
  return { exceeded, unused, lowered: Object.fromEntries(lowered) }
}
