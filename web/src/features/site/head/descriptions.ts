import { brand } from '@app/contracts/brand.ts'
import { articles } from '../blog/articles.ts'
import { plans, priceLabel } from '../services/pricing.ts'

const paid = plans
  .filter(({ price }) => price > 0)
  .map(priceLabel)
  .join(' or ')
const place = `${brand.city}, ${brand.state}`

const descriptions = new Map<string, string>([
  [
    '/',
    `${brand.name} in ${place}, prepares social posts for your approval, helps small retailers hire online and gives plain business advice.`,
  ],
  [
    '/service',
    `Business consultation, online staffing support and social media marketing for small retailers. Start free, or choose a plan at ${paid} a month.`,
  ],
  [
    '/blog',
    'Practical guides for small retailers: digital marketing routines, a brand people remember, a case study with figures and ten tips for a low budget.',
  ],
  [
    '/contact',
    `Call, write or send us a message about marketing, staffing or advice for your shop. See our office hours and where to find us in ${place}.`,
  ],
  ...articles.map(({ path, description }) => [path, description] as const),
])

/** What search results say below a public page's title. */
export function descriptionOf(path: string): string {
  const description = descriptions.get(path)
  if (!description) throw new Error(`${path} has no description`)
  return description
}
