import { brand } from '@app/contracts/brand.ts'
import { office } from '@app/contracts/brand-office.ts'
import { ORIGIN_IN_PAGES as ORIGIN } from '@app/contracts/rules/served-pages.ts'
import { type Article, articles } from './blog/articles.ts'
import type { SitePage } from './pages.ts'
import { type Plan, plans, priceLabel } from './services/plans.ts'

const PICTURE = { width: 1200, height: 630 }

/** Returns the elements for the `<head>` of a public page: title, description, canonical link, Open Graph tags and structured data. */
export function headOf({ path, title }: SitePage): string {
  const article = articles.find((one) => one.path === path)
  const description = descriptionOf(path)
  const url = `${ORIGIN}${path}`
  const picture = `${ORIGIN}/og/${article ? path.slice(1) : 'site'}.png`
  const named = { description, 'twitter:card': 'summary_large_image' }
  const openGraph = {
    'og:site_name': brand.name,
    'og:type': article ? 'article' : 'website',
    'og:locale': 'en_US',
    'og:title': title,
    'og:description': description,
    'og:url': url,
    'og:image': picture,
    'og:image:width': String(PICTURE.width),
    'og:image:height': String(PICTURE.height),
    'og:image:alt': title,
    ...(article && { 'article:published_time': article.date }),
  }
  return [
    `<title>${escaped(title)}</title>`,
    `<link rel="canonical" href="${url}" />`,
    ...Object.entries(named).map(([name, content]) => `<meta name="${name}" content="${escaped(content)}" />`),
    ...Object.entries(openGraph).map(([property, content]) => `<meta property="${property}" content="${escaped(content)}" />`),
    `<script type="application/ld+json">${JSON.stringify(structuredDataOf(path)).replaceAll('<', '\\u003c')}</script>`,
  ].join('\n    ')
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

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

function descriptionOf(path: string): string {
  const description = descriptions.get(path)
  if (!description) throw new Error(`There is no description for the path ${path}`)
  return description
}

const { postalAddress } = office
const BUSINESS_ID = `${ORIGIN}/#business`

const business = {
  '@type': 'LocalBusiness',
  '@id': BUSINESS_ID,
  name: brand.name,
  url: `${ORIGIN}/`,
  telephone: office.phoneHref.replace('tel:', ''),
  email: brand.email,
  image: `${ORIGIN}/og/site.png`,
  address: {
    '@type': 'PostalAddress',
    streetAddress: postalAddress.street,
    addressLocality: postalAddress.city,
    addressRegion: postalAddress.region,
    postalCode: postalAddress.code,
    addressCountry: postalAddress.country,
  },
  openingHours: office.openingHours,
  priceRange: `$0-$${Math.max(...plans.map(({ price }) => price))}`,
  sameAs: Object.values(office.social),
}

const articleData = ({ path, title, description, date }: Article) => ({
  '@type': 'Article',
  headline: title,
  description,
  datePublished: date,
  image: `${ORIGIN}/og${path}.png`,
  url: ORIGIN + path,
  mainEntityOfPage: ORIGIN + path,
  author: { '@type': 'Organization', name: brand.name, url: `${ORIGIN}/` },
  publisher: { '@id': BUSINESS_ID, '@type': 'Organization', name: brand.name },
})

const blog = {
  '@type': 'Blog',
  name: `${brand.name} blog`,
  url: `${ORIGIN}/blog`,
  blogPost: articles.map(articleData),
}

const offer = ({ name, price, forWhom }: Plan) => ({
  '@type': 'Offer',
  name,
  description: forWhom,
  price: String(price),
  priceCurrency: 'USD',
  url: `${ORIGIN}/service`,
  ...(price > 0 && {
    priceSpecification: { '@type': 'UnitPriceSpecification', price: String(price), priceCurrency: 'USD', unitCode: 'MON' },
  }),
})

const services = {
  '@type': 'Service',
  name: 'Social media marketing, online staffing support and business consultation',
  serviceType: 'Marketing, staffing and consultation for small retailers',
  url: `${ORIGIN}/service`,
  areaServed: `${brand.city}, ${brand.state}`,
  provider: business,
  offers: plans.map(offer),
}

const byPath: Readonly<Record<string, object>> = { '/': business, '/contact': business, '/service': services, '/blog': blog }

/** Returns structured data for search engines (JSON-LD with schema.org types). */
function structuredDataOf(path: string): object {
  const article = articles.find((one) => one.path === path)
  const content = article ? articleData(article) : byPath[path]
  return { '@context': 'https://schema.org', ...content }
}
