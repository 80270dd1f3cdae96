import { formatPhone, telUrl } from '@app/contracts/format/phone.ts'
import type { CompanyProfile, ProfileTextField } from '@app/contracts/http/company.ts'
import { type ReactNode, useId } from 'react'
import { Facts } from '../../../shared/ui/Facts.tsx'
import styles from '../CompanyPanel.module.css'

interface Fact {
  label: string
  field: ProfileTextField | 'gsapi'
}

interface Group {
  title: string
  fields: readonly Fact[]
  /** Whether the facts can share a line. */
  isShort?: boolean
}

export const contactFacts: Group = {
  title: 'Contact',
  isShort: true,
  fields: [
    { label: 'Phone', field: 'phone' },
    { label: 'Email', field: 'email' },
    { label: 'Website', field: 'website' },
    { label: 'Google Sheets API', field: 'gsapi' },
  ],
}

/** The other groups of the profile, in display order. */
export const profileFacts: readonly Group[] = [
  {
    title: 'Identity',
    fields: [
      { label: 'Company Name', field: 'companyName' },
      { label: 'DBA', field: 'dba' },
      { label: 'Federal Tax ID', field: 'fedraltaxid' },
      { label: 'Industry', field: 'industry' },
    ],
  },
  {
    title: 'Address',
    fields: [
      { label: 'Address Line 1', field: 'address1' },
      { label: 'Address Line 2', field: 'address2' },
      { label: 'City', field: 'city' },
      { label: 'State', field: 'state' },
      { label: 'ZIP Code', field: 'zip' },
      { label: 'Country', field: 'country' },
    ],
  },
  {
    title: 'Social links',
    fields: [
      { label: 'LinkedIn', field: 'linkedin' },
      { label: 'Facebook', field: 'facebook' },
      { label: 'Instagram', field: 'insta' },
      { label: 'X (Twitter)', field: 'x' },
      { label: 'YouTube', field: 'youtube' },
    ],
  },
  {
    title: 'Brand',
    fields: [
      { label: 'Font Family', field: 'fontfamily' },
      { label: 'Primary Color', field: 'color1' },
      { label: 'Secondary Color', field: 'color2' },
      { label: 'Tertiary Color', field: 'color3' },
    ],
  },
]

/** A group of facts of a company's profile, with N/A for empty fields. */
export function FactGroup({ group: { title, fields, isShort = false }, company }: { group: Group; company: CompanyProfile }) {
  const headingId = useId()
  return (
    <section className={styles.group} aria-labelledby={headingId}>
      <h3 id={headingId}>{title}</h3>
      <Facts
        emptyText="N/A"
        facts={fields.map(({ label, field }) => ({ label, value: factOf(company, field), ...(isShort && { isShort }) }))}
      />
    </section>
  )
}

const MailLink = ({ address }: { address: string }) => <a href={`mailto:${address}`}>{address}</a>

function factOf(company: CompanyProfile, field: Fact['field']): ReactNode {
  const value = company[field]
  if (field === 'phone') return value && <a href={telUrl(value)}>{formatPhone(value)}</a>
  if (field === 'email') return value && <MailLink address={value} />
  return field.startsWith('color') && value ? <Swatch colour={value} /> : value
}

function Swatch({ colour }: { colour: string }) {
  return (
    <span className={styles.swatch} style={{ '--colour': colour }}>
      {colour}
    </span>
  )
}

export function BrandImage({ src, label }: { src: string | null; label: string }) {
  return (
    <figure className={styles.figure}>
      <div className={styles.frame}>
        {src ? (
          <a href={src} target="_blank" rel="noreferrer">
            <img src={src} alt={label} loading="lazy" />
          </a>
        ) : (
          <span className={styles.none}>N/A</span>
        )}
      </div>
      <figcaption className={styles.caption}>{label}</figcaption>
    </figure>
  )
}
