import type { ProfileTextField } from '@app/contracts/http/company.ts'

interface FactGroup {
  title: string
  fields: readonly { label: string; field: ProfileTextField | 'gsapi' }[]
}

/** The fields of a company's profile as an admin reads them. */
export const companyFacts: readonly FactGroup[] = [
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
