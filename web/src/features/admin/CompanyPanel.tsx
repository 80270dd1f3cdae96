import { formatPhone, telUrl } from '@app/contracts/format/phone.ts'
import { brandImageFields, type CompanyProfile, type ProfileTextField } from '@app/contracts/http/company.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { SidePanel } from '../../shared/ui/Dialog.tsx'
import { Facts } from '../../shared/ui/Facts.tsx'
import { LogoChip } from '../../shared/ui/LogoChip.tsx'
import { companyQuery } from './board/queries.ts'
import { CompanyColleagues } from './CompanyColleagues.tsx'
import { CompanyDocuments } from './CompanyDocuments.tsx'
import styles from './CompanyPanel.module.css'
import { CompanyRecord } from './CompanyRecord.tsx'
import { PreviewCheck } from './PreviewCheck.tsx'
import { useRememberedAsOpened } from './palette/recently-opened.ts'
import { CompanyPhotos } from './photos/CompanyPhotos.tsx'
import { CompanyPlan } from './plan/CompanyPlan.tsx'
import { CompanySpreadsheet } from './sheet/CompanySpreadsheet.tsx'

interface CompanyPanelProps {
  company: CompanyProfile
  /** The document with this number gets the focus. The URL contains the number. */
  requestedDocument: string | null
  onClose: () => void
}

export default function CompanyPanel({ company, requestedDocument, onClose }: CompanyPanelProps) {
  useRememberedAsOpened({ kind: 'company', id: company._id, title: company.companyName, detail: '' })
  return (
    <SidePanel title={company.companyName} wide onClose={onClose}>
      <div className={styles.panel}>
        <div className={styles.head}>
          <LogoChip name={company.companyName} src={company.logo} colour={company.color1} size="large" />
          <div>
            <p className={styles.dba}>{company.dba || company.companyName}</p>
            <p className={styles.industry}>{company.industry || 'N/A'}</p>
          </div>
        </div>
        <div className={styles.groups}>
          {companyFacts.map(({ title, fields }) => (
            <section key={title} className={styles.group}>
              <h3>{title}</h3>
              <Facts
                emptyText="N/A"
                facts={fields.map(({ label, field }) => ({
                  label,
                  value: factOf(company, field),
                }))}
              />
            </section>
          ))}
        </div>
        <section className={styles.group}>
          <h3>Company Brand Details</h3>
          <ul className={styles.images}>
            {brandImageFields.map((field, i) => (
              <li key={field}>
                <BrandImage src={company[field]} label={`Brand Relate Image ${i + 1}`} />
              </li>
            ))}
          </ul>
        </section>
        <CompanyOwner companyProfileId={company._id} />
        <CompanyDocuments companyProfileId={company._id} requested={requestedDocument} />
        <CompanyPhotos companyProfileId={company._id} />
        <CompanySpreadsheet company={company} />
        <PreviewCheck companyProfileId={company._id} />
        <CompanyPlan companyProfileId={company._id} />
        <CompanyColleagues companyProfileId={company._id} />
        <CompanyRecord companyProfileId={company._id} />
      </div>
    </SidePanel>
  )
}

/** The address with which the owner signs in. It can differ from the email address in the profile. */
function CompanyOwner({ companyProfileId }: { companyProfileId: string }) {
  const headingId = useId()
  const email = useQuery(companyQuery(companyProfileId)).data?.ownerEmail
  if (!email) return null
  return (
    <section className={styles.group} aria-labelledby={headingId}>
      <h3 id={headingId}>Owner</h3>
      <Facts facts={[{ label: 'Sign-in Email', value: <MailLink address={email} /> }]} />
    </section>
  )
}

const MailLink = ({ address }: { address: string }) => <a href={`mailto:${address}`}>{address}</a>

function BrandImage({ src, label }: { src: string | null; label: string }) {
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

interface Fact {
  label: string
  field: ProfileTextField | 'gsapi'
}

interface FactGroup {
  title: string
  fields: readonly Fact[]
}

const companyFacts: readonly FactGroup[] = [
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
    title: 'Contact',
    fields: [
      { label: 'Email', field: 'email' },
      { label: 'Phone', field: 'phone' },
      { label: 'Website', field: 'website' },
      { label: 'Google Sheets API', field: 'gsapi' },
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
