import * as Type from 'typebox'
import { mayCall, type OutboundHosts, readOutboundHosts } from './outbound-hosts.ts'

/** Hosts of Google Apps Script. The first receives a request and redirects to the second, which responds. */
const APPS_SCRIPT = 'script.google.com,script.googleusercontent.com'

export const sheetHostsConfig = {
  CRM_HOSTS: Type.String({
    default: '',
    description: "hosts, besides Google's, of companies' spreadsheets and their redirects; separated by commas",
  }),
}

export const sheetHosts = (further: string, nodeEnv: string): OutboundHosts => readOutboundHosts(`${APPS_SCRIPT},${further}`, nodeEnv)

export const namesOf = ({ open, local }: OutboundHosts): string => [...open, ...local].join(', ')

/** Returns why a spreadsheet's URL may not be called, as a message for the user. Returns undefined if the URL may be called. */
export function sheetAddressFault(hosts: OutboundHosts, address: string): string | undefined {
  const url = URL.parse(address)
  if (url && mayCall(hosts, url)) return undefined
  if (url?.username || url?.password) return 'Please enter a URL without a user name and a password'
  if (url?.protocol !== 'https:') return 'Please enter a URL that begins with https://'
  return `Please enter a URL at one of these hosts: ${namesOf(hosts)}`
}
