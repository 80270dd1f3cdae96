import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const observability = fileURLToPath(new URL('../../observability', import.meta.url))

export const readRules = (): Promise<string> => readFile(join(observability, 'rules.yml'), 'utf8')

interface Dashboard {
  panels: { targets?: { expr: string }[] }[]
}

async function expressions(): Promise<string[]> {
  const names = await readdir(join(observability, 'dashboards'))
  const dashboards = names.map(async (name) => JSON.parse(await readFile(join(observability, 'dashboards', name), 'utf8')) as Dashboard)
  const shown = (await Promise.all(dashboards)).flatMap(({ panels }) =>
    panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  )
  const watched = (await readRules()).match(/^ +expr: (\|\n( {10,}.*\n)+|.*\n)/gm) ?? []
  return [...shown, ...watched]
}

/** Returns the metric names in the queries of rules and dashboards: all names with an underscore except functions. */
export async function usedMetrics(): Promise<Set<string>> {
  const names = (await expressions()).flatMap((expression) => expression.match(/\b[a-z]+(_[a-z\d]+)+\b(?! ?\()/g) ?? [])
  return new Set(names)
}

/** Returns the names of all metrics in a `/metrics` response, including metrics without values. */
export const metricsIn = (metrics: string): string[] =>
  [...metrics.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? ['bucket', 'count', 'sum'].map((part) => `${name}_${part}`) : [name],
  )
