import type { Browser } from 'playwright-core'

/** The number of requests of a scanner. */
export interface Traffic {
  /** Requests for the page of a link or for its data. */
  opens: number
  posts: number
}

/** The visit of a scanner to the link of an email. */
export interface Visit {
  /** HTML of the email. */
  html: string
  link: string
  browser: Browser
  traffic: Traffic
  random: () => number
  /** Returns an IP address that no client has used before. */
  newAddress(): string
}

export type Scan = (visit: Visit) => Promise<void>

/** User agents of people's browsers. Scanners that pretend to be a person send the same user agents. */
export const DESKTOP = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
export const PHONE = 'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'
