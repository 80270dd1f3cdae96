import { type CompanyProfile, updateCompanyProfile } from '@app/contracts/http/company.ts'
import { previewMail } from '@app/contracts/http/mails.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { messageOf } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'
import { companyQuery } from '../../../shared/api/company.ts'
import { Form } from '../../../shared/form/Form.tsx'
import { faultsIn, useForm } from '../../../shared/form/use-form.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { Field, FieldPair } from '../../../shared/ui/Field.tsx'
import { toast } from '../toasts.ts'
import styles from './PostalAddress.module.css'

export const hasPostalAddress = ({ address1, city }: CompanyProfile): boolean => address1.trim() !== '' && city.trim() !== ''

/**
 * Asks for the postal address that each campaign email must show, and saves it in the company profile. Shows nothing if the profile has an
 * address, or if the service uses another one.
 */
export function PostalAddress({ profile }: { profile: CompanyProfile }) {
  const isMissing = useIsMissing(profile)
  return isMissing && <AddressForm profile={profile} />
}

/** Operators can set an address for companies without one. So the service that sends the emails decides whether the address is missing. */
function useIsMissing(profile: CompanyProfile): boolean {
  const hasAddress = hasPostalAddress(profile)
  const preview = useQuery({
    queryKey: ['postal-address', profile._id],
    queryFn: ({ signal }) => call(previewMail, { body: { companyProfileId: profile._id, subject: 'Address', body: 'Address' }, signal }),
    enabled: !hasAddress,
    retry: false,
  })
  return !hasAddress && Boolean(preview.data?.findings.some(({ code }) => code === 'no-postal-address'))
}

function AddressForm({ profile }: { profile: CompanyProfile }) {
  const headingId = useId()
  const queryClient = useQueryClient()
  const { address1, address2, city, state, zip } = profile
  const form = useForm({
    initial: { address1, address2, city, state, zip },
    tidy: (values) => ({ ...values, address1: values.address1.trim(), city: values.city.trim() }),
    check: (values) => faultsIn({ address1: !values.address1 && 'Enter your street address.', city: !values.city && 'Enter your city.' }),
    send: (values) => call(updateCompanyProfile, { form: { fields: { _id: profile._id, ...values } } }),
    onSent({ companyProfile }) {
      queryClient.setQueryData(companyQuery.queryKey, { profile: companyProfile })
      toast.success('Address saved')
    },
    onFailure: (error) => toast.failed(error, messageOf(error, 'We couldn’t save the address')),
  })
  return (
    <section className={styles.notice} aria-labelledby={headingId}>
      <h3 id={headingId}>Add your postal address first</h3>
      <p>Marketing emails must show it. We’ll save it in your company profile.</p>
      <Form form={form}>
        <Field label="Address Line 1" required autoComplete="address-line1" maxLength={300} {...form.text('address1')} />
        <Field label="Address Line 2" autoComplete="address-line2" maxLength={300} {...form.text('address2')} />
        <FieldPair>
          <Field label="City" required autoComplete="address-level2" maxLength={100} {...form.text('city')} />
          <Field label="State" autoComplete="address-level1" maxLength={100} {...form.text('state')} />
        </FieldPair>
        <FieldPair>
          <Field label="ZIP Code" autoComplete="postal-code" maxLength={20} {...form.text('zip')} />
        </FieldPair>
        <Button type="submit" className={styles.save} state={form.state} busyLabel="Saving…">
          Save address
        </Button>
      </Form>
    </section>
  )
}
