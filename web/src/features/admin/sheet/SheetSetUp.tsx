import type { ReactNode } from 'react'
import { SheetScript } from './SheetScript.tsx'
import styles from './SheetSetUp.module.css'
import { AccessPicture, AddressPicture, EditorPicture, MenuPicture } from './step-pictures.tsx'

export default function SheetSetUp({ companyProfileId }: { companyProfileId: string }) {
  return (
    <ol className={styles.steps}>
      <Step title="Open the spreadsheet’s script editor" picture={<MenuPicture />}>
        Sign in as the owner of the spreadsheet, open it and choose <b>Extensions</b>, <b>Apps Script</b>. Keep the customers in a sheet
        named <b>Customers</b>, or in the first sheet.
      </Step>
      <Step title="Paste our script" picture={<EditorPicture />} after={<SheetScript companyProfileId={companyProfileId} />}>
        Delete everything in <b>Code.gs</b>, paste this script and save. The script contains a secret of this company. Don’t share it with
        anyone.
      </Step>
      <Step title="Deploy it as a web app" picture={<AccessPicture />}>
        Choose <b>Deploy</b>, <b>New deployment</b> and the type <b>Web app</b>. Set <b>Execute as</b> to <b>Me</b> and set{' '}
        <b>Who has access</b> to <b>Anyone</b>. Requests without the secret are rejected. Google asks you once for permission to use the
        spreadsheet.
      </Step>
      <Step title="Enter the web app URL" picture={<AddressPicture />}>
        Copy the <b>Web app URL</b>, which ends with <b>/exec</b>, into the field below. Test the connection, then save the URL. To install
        a newer script later, paste it the same way and choose <b>Manage deployments</b>, <b>Edit</b>, <b>New version</b>. The URL doesn’t
        change.
      </Step>
    </ol>
  )
}

interface StepProps {
  title: string
  picture: ReactNode
  children: ReactNode
  after?: ReactNode
}

const Step = ({ title, picture, children, after }: StepProps) => (
  <li className={styles.step}>
    {picture}
    <div className={styles.words}>
      <h4>{title}</h4>
      <p>{children}</p>
    </div>
    {after && <div className={styles.after}>{after}</div>}
  </li>
)
