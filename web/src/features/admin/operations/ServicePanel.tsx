import { type ServiceName, serviceTitles } from '@app/contracts/define.ts'
import { SidePanel } from '../../../shared/ui/Dialog.tsx'
import { AuditTrail } from './AuditTrail.tsx'
import { DeadLetters } from './DeadLetters.tsx'
import styles from './ServicePanel.module.css'

export default function ServicePanel({ service, onClose }: { service: ServiceName; onClose: () => void }) {
  return (
    <SidePanel title={serviceTitles[service]} wide onClose={onClose}>
      <div className={styles.panel}>
        <section className={styles.part} aria-label="Dead letters">
          <h3>Dead letters</h3>
          <DeadLetters service={service} />
        </section>
        <section className={styles.part} aria-label="Operator actions">
          <h3>Operator actions</h3>
          <AuditTrail service={service} />
        </section>
      </div>
    </SidePanel>
  )
}
