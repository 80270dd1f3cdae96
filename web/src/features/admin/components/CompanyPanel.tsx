import { brandImageFields, type CompanyProfile } from '@app/contracts/http/company.ts'
import { SidePanel } from '../../../shared/ui/Dialog.tsx'
import { Facts } from '../../../shared/ui/Facts.tsx'
import { LogoChip } from '../../../shared/ui/LogoChip.tsx'
import styles from './CompanyPanel.module.css'
import { companyFacts } from './company-facts.ts'
import { Swatch } from './Swatch.tsx'

/** A company's whole profile, to be read only. */
export default function CompanyPanel({ company, onClose }: { company: CompanyProfile; onClose: () => void }) {
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
                  value: field.startsWith('color') && company[field] ? <Swatch colour={company[field]} /> : company[field],
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
      </div>
    </SidePanel>
  )
}

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
