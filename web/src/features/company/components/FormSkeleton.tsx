import { Skeleton } from '../../../shared/ui/stand-ins.tsx'
import styles from './CreateCompanyForm.module.css'

export function FormSkeleton() {
  return (
    <div className={styles.form} aria-busy="true" role="status" aria-label="Loading">
      <div className={styles.sections}>
        <Skeleton shape="block" />
        <Skeleton shape="block" />
      </div>
      <div className={styles.aside}>
        <Skeleton shape="block" />
      </div>
    </div>
  )
}
