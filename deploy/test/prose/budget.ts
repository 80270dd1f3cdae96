/** Maximum number of findings, by rule. A rule that is not listed may have none. */
export type Budget = Readonly<Record<string, number>>

export interface BudgetReport {
  /** Rules with more findings than allowed. */
  exceeded: string[]
  /** Rules with fewer findings than allowed. */
  unused: string[]
  /** The budget, lowered to the counts where these are smaller. */
  lowered: Budget
}

/** Compares counts of findings with the budget. The lowered budget never allows more than the given one. */
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
