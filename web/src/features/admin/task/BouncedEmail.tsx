import { formatPhone } from '@app/contracts/format/phone.ts'
import { useQuery } from '@tanstack/react-query'
import { telUrl } from '../../../shared/format/tel-url.ts'
import { companyQuery } from '../board/queries.ts'
import styles from './TaskPanel.module.css'

/** The notice that the email about the current preview bounced, with the phone number of the company if it is known. */
export default function BouncedEmail({ companyProfileId }: { companyProfileId: string }) {
  const phone = useQuery(companyQuery(companyProfileId)).data?.company.phone
  return (
    <p className={styles.bounced}>
      Email bounced. Please call.
      {phone && (
        <a className={styles.phone} href={telUrl(phone)}>
          {formatPhone(phone)}
        </a>
      )}
    </p>
  )
}
