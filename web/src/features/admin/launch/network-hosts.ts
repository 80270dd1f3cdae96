import { type Platform, platformNames } from '@app/contracts/rules/task-status.ts'

/** The domains of the networks. Their subdomains also belong to them. An email has no network. */
const hosts: Readonly<Record<Platform, readonly string[]>> = {
  platform_x: ['x.com', 'twitter.com'],
  platform_fb: ['facebook.com', 'fb.com', 'fb.watch', 'fb.me'],
  platform_insta: ['instagram.com', 'instagr.am'],
  platform_li: ['linkedin.com', 'lnkd.in'],
  platform_youtube: ['youtube.com', 'youtu.be'],
  platform_via_mail: [],
}

/** Whether an address is one of a network. */
export function isOfNetwork(platform: Platform, address: string): boolean {
  if (!URL.canParse(address)) return false
  const { hostname } = new URL(address)
  return hosts[platform].some((host) => hostname === host || hostname.endsWith(`.${host}`))
}

/** Returns a hint if an address is not one of the network. Undefined for an address that is not complete yet. */
export function hintAbout(platform: Platform, address: string): string | undefined {
  const link = address.trim()
  if (!URL.canParse(link) || hosts[platform].length === 0 || isOfNetwork(platform, link)) return undefined
  return `This isn’t an address of ${platformNames[platform]}. Is it the right link?`
}
