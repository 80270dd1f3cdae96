import { formatPhone, telUrl } from '@app/contracts/format/phone.ts'
import { useQuery } from '@tanstack/react-query'
import { companyQuery } from '../board/queries.ts'
import styles from './TaskPanel.module.css'

/** The notice that the email about the current preview bounced, with the owner's address and the phone number of the company if known. */
export default function BouncedEmail({ companyProfileId }: { companyProfileId: string }) {
  const { company, ownerEmail } = useQuery(companyQuery(companyProfileId)).data ?? {}
  return (
    <p className={styles.bounced}>
      <span>{ownerEmail ? `The email to ${ownerEmail} bounced. Please call.` : 'Email bounced. Please call.'}</span>
      {company?.phone && (
        <a className={styles.phone} href={telUrl(company.phone)}>
          {formatPhone(company.phone)}
        </a>
      )}
    </p>
  )
}
