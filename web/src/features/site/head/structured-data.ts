import { brand } from '@app/contracts/brand.ts'
import { ORIGIN_IN_PAGES as ORIGIN } from '@app/contracts/rules/served-pages.ts'
import { type Article, articles } from '../blog/articles.ts'
import { type Plan, plans } from '../services/pricing.ts'

const { postalAddress } = brand
const BUSINESS_ID = `${ORIGIN}/#business`

const business = {
  '@type': 'LocalBusiness',
  '@id': BUSINESS_ID,
  name: brand.name,
  url: `${ORIGIN}/`,
  telephone: brand.phoneHref.replace('tel:', ''),
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
  openingHours: brand.openingHours,
  priceRange: `$0-$${Math.max(...plans.map(({ price }) => price))}`,
  sameAs: Object.values(brand.social),
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

/** What a public page tells search engines in their own words (schema.org, JSON-LD). */
export function structuredDataOf(path: string): object {
  const article = articles.find((one) => one.path === path)
  const content = article ? articleData(article) : byPath[path]
  return { '@context': 'https://schema.org', ...content }
}
