import type { ReactNode } from 'react'
import { SheetScript } from './SheetScript.tsx'
import styles from './SheetSetUp.module.css'
import { AccessPicture, AddressPicture, EditorPicture, MenuPicture } from './step-pictures.tsx'

/** How a company's spreadsheet gets its script, step by step. */
export default function SheetSetUp({ companyProfileId }: { companyProfileId: string }) {
  return (
    <ol className={styles.steps}>
      <Step title="Open the script of the spreadsheet" picture={<MenuPicture />}>
        As the owner of the spreadsheet, open it and choose <b>Extensions</b>, <b>Apps Script</b>. Its customers belong into a sheet named{' '}
        <b>Customers</b>, or into the first one.
      </Step>
      <Step title="Put the script in" picture={<EditorPicture />} after={<SheetScript companyProfileId={companyProfileId} />}>
        Take out all that stands in <b>Code.gs</b>, paste this script in its place, and save. A secret of this company stands in it: do not
        pass it on to anybody else.
      </Step>
      <Step title="Deploy it as a web app" picture={<AccessPicture />}>
        Choose <b>Deploy</b>, <b>New deployment</b>, and <b>Web app</b> as its type. Let it <b>execute as Me</b>, and let <b>Anyone</b> have
        access: without the secret nobody is told anything. Google asks once for the permission to use the spreadsheet.
      </Step>
      <Step title="Tell us where it is" picture={<AddressPicture />}>
        Copy the <b>Web app URL</b>, which ends with <b>/exec</b>, into the field below. Test the connection, then save the address. To
        bring a later script in, paste it the same way and choose <b>Manage deployments</b>, <b>Edit</b>, <b>New version</b>: the address
        stays.
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
