import { type ServiceName, serviceTitles } from '@app/contracts/define.ts'
import { formatList } from '@app/contracts/format/lists.ts'
import { type AlertName, type AlertSeverity, alertNames, alerts } from '@app/contracts/rules/alerts.ts'
import { checks, type Reading } from './checks.ts'
import { currentState, partsDown, type ServiceReport, type ServiceState } from './service-report.ts'

export interface Problem {
  /** Identifies the problem in the list. */
  key: string
  /** The alert whose runbook describes what to do. */
  alert: AlertName
  severity: AlertSeverity
  title: string
  /** The effect on users. */
  effect: string
  services: readonly ServiceName[]
  /** When the problem began (ISO 8601). Undefined if this is unknown. */
  since: string | undefined
}

/** The effect on users while a service does not work. */
const effects: Readonly<Record<ServiceName, string>> = {
  identity: 'Nobody can sign in or sign up.',
  company: 'Company profiles cannot be saved.',
  tasks: 'Tasks cannot be opened, reviewed or created.',
  documents: 'Documents cannot be shared or opened.',
  'crm-proxy': 'Customers cannot be opened or changed.',
  campaigns: 'Campaigns cannot be opened, and their emails wait.',
  notifications: 'Emails wait, and screens are not updated.',
}

/** The dependencies that have their own alert. All other dependencies use the alert `DependencyAway`. */
const dependencies: Readonly<Record<string, { alert: AlertName; title: string; effect: string }>> = {
  store: { alert: 'StoreFails', title: 'The file store does not respond', effect: 'Uploads are rejected, and pictures may be missing.' },
  broker: { alert: 'DependencyAway', title: 'The message broker does not respond', effect: 'Screens show old data, and emails wait.' },
}

const relays: Partial<Record<ServiceName, { alert: AlertName; title: string; effect: string }>> = {
  notifications: {
    alert: 'MailRelayAway',
    title: 'The mail relay does not respond',
    effect: 'Emails wait, for example those with reset codes.',
  },
  campaigns: { alert: 'CampaignMailsStuck', title: 'The mail relay of campaigns does not respond', effect: 'Campaign emails wait.' },
}

const titlesOf = (services: readonly ServiceName[]) => formatList(services.map((service) => serviceTitles[service]))

const effectsOf = (services: readonly ServiceName[]) => services.map((service) => effects[service]).join(' ')

const earliest = (times: readonly (string | null | undefined)[]): string | undefined =>
  times.filter((time) => time != null).sort()[0] ?? undefined

type Found = Omit<Problem, 'severity'>

/**
 * Services that do not respond. If the gateway does not respond either, there is only one problem, because nothing is known about services.
 */
function silentServices(reports: readonly ServiceReport[]): Found[] {
  const silent = reports.filter(({ status }) => status === 'silent' || status === 'away')
  if (silent.length === 0) return []
  const services = silent.map(({ service }) => service)
  const lastAnswer = (report: ServiceReport) => (report.answeredAt > 0 ? new Date(report.answeredAt).toISOString() : null)
  const isNothingKnown = reports.every(({ status }) => status === 'away')
  return [
    {
      key: 'silent',
      alert: 'ServiceDown',
      title: isNothingKnown ? 'We couldn’t reach the product' : `No response from ${titlesOf(services)}`,
      effect: isNothingKnown
        ? 'If your connection works, the gateway is down and nobody can use the product. The figures below are old or unknown.'
        : effectsOf(services),
      services: isNothingKnown ? [] : services,
      since: earliest(silent.map(lastAnswer)),
    },
  ]
}

/**
 * The systems that a service cannot reach. Services check these systems only every 30 s. But for each request for its state, a service also
 * queries the database. If the query fails (`isCounted` is false), this function adds the database at once.
 */
function systemsAwayFrom(state: ServiceState): { name: string; since: string | null }[] {
  const away = partsDown(state)
  const isNew = !state.isCounted && !away.some(({ name }) => name === 'database')
  return isNew ? [...away, { name: 'database', since: null }] : away
}

/** Systems that services cannot reach, each with all services that report it. */
function awaySystems(reports: readonly ServiceReport[]): Found[] {
  const away = reports.flatMap((report) => {
    const state = currentState(report)
    return state ? systemsAwayFrom(state).map((system) => ({ ...system, service: report.service })) : []
  })
  const groups = Map.groupBy(away, ({ name, service }) => (name === 'relay' ? `relay of ${service}` : name))
  return [...groups].map(([key, systems]): Found => {
    const services = systems.map(({ service }) => service)
    const common = { key, services, since: earliest(systems.map(({ since }) => since)) }
    const { name = '', service } = systems[0] ?? {}
    if (name === 'database')
      return {
        ...common,
        alert: 'DatabaseAway',
        title: `The database does not respond to ${titlesOf(services)}`,
        effect: `${effectsOf(services)} No data is lost.`,
      }
    if (name === 'schema')
      return { ...common, alert: 'ServiceDown', title: `Migrations are missing for ${titlesOf(services)}`, effect: effectsOf(services) }
    const known = name === 'relay' && service ? relays[service] : dependencies[name]
    return {
      ...common,
      ...(known ?? {
        alert: 'DependencyAway' as const,
        title: `${titlesOf(services)} cannot reach “${name}”`,
        effect: 'Functions that need this system do not work.',
      }),
    }
  })
}

/** Figures above their limits, each with all services whose value is too high. */
function highFigures(reports: readonly ServiceReport[], now: number): Found[] {
  return checks.flatMap(({ alert, label, effect, limit, format, readingsOf }) => {
    const high = reports.flatMap((report) => {
      const state = currentState(report)
      const readings = (state && readingsOf(state, now)) ?? []
      return readings.filter(({ value }) => value > limit).map((reading) => ({ ...reading, service: report.service }))
    })
    if (high.length === 0) return []
    const words = high.map((reading) => `${nameOf(reading)} ${format(reading.value)}`)
    return [
      {
        key: alert,
        alert,
        title: `${label}: ${formatList(words)}`,
        effect,
        services: [...new Set(high.map(({ service }) => service))],
        since: earliest(high.map(({ since }) => since)),
      },
    ]
  })
}

/** The service and, if the reading is about a work queue, the queue. */
export const nameOf = ({ service, queue }: Reading & { service: ServiceName }): string =>
  queue ? `${serviceTitles[service]} (${queue})` : serviceTitles[service]

/** Returns all current problems. Problems that need an operator at once are first. Otherwise, the order is that of the alert rules. */
export function findProblems(reports: readonly ServiceReport[], now: number): Problem[] {
  const found = [...silentServices(reports), ...awaySystems(reports), ...highFigures(reports, now)]
  const rankOf = ({ alert, severity }: Problem) => (severity === 'page' ? 0 : alertNames.length) + alertNames.indexOf(alert)
  return found.map((problem) => ({ ...problem, severity: alerts[problem.alert].severity })).sort((a, b) => rankOf(a) - rankOf(b))
}
