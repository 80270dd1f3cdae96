import * as Type from 'typebox'
import { mayCall, type OutboundHosts, readOutboundHosts } from './outbound-hosts.ts'

/** Where Apps Script takes what is posted to it, and where it sends the poster on to for the answer. */
const APPS_SCRIPT = 'script.google.com,script.googleusercontent.com'

/** For services that look at the addresses of companies' spreadsheets. */
export const sheetHostsConfig = {
  CRM_HOSTS: Type.String({
    default: '',
    description: "further hosts companies' spreadsheets may be at or send on to, beside Google's, with commas",
  }),
}

/** Google's hosts and the further ones of a setting. Throws a `ConfigError` about what it cannot take. */
export const sheetHosts = (further: string, nodeEnv: string): OutboundHosts => readOutboundHosts(`${APPS_SCRIPT},${further}`, nodeEnv)

export const namesOf = ({ open, local }: OutboundHosts): string => [...open, ...local].join(', ')

/** Why a spreadsheet's address could never be called, as a sentence for whoever enters it; undefined when it can. */
export function sheetAddressFault(hosts: OutboundHosts, address: string): string | undefined {
  const url = URL.parse(address)
  if (url && mayCall(hosts, url)) return undefined
  if (url?.username || url?.password) return 'Please enter an address without a name and password in it'
  if (url?.protocol !== 'https:') return 'Please enter an address that begins with https://'
  return `Please enter an address at one of these hosts: ${namesOf(hosts)}`
}
