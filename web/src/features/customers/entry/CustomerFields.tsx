import { type CustomerField, subscriptionWords } from '@app/contracts/rules/customers.ts'
import { useFormContext } from '../../../shared/form/Form.tsx'
import { DateField, Field, FieldPair, Select, TextArea } from '../../../shared/ui/Field.tsx'
import { PhoneField } from '../../../shared/ui/PhoneField.tsx'
import { labels } from '../customer.ts'
import type { CustomerForm } from './customer-form.ts'

interface CustomerFieldsProps {
  stages: readonly string[]
  withCustomerDate?: boolean
  noteOf?: (field: CustomerField) => string | undefined
}

export function CustomerFields({ stages, withCustomerDate = false, noteOf = () => undefined }: CustomerFieldsProps) {
  const { text, choice } = useFormContext<CustomerForm>()
  const textOf = (field: CustomerField) => ({ label: labels[field], hint: noteOf(field), ...text(field) })
  const choiceOf = (field: CustomerField, options: readonly string[]) => {
    const { value } = choice(field)
    // The spreadsheet may contain a value that is not one of the options.
    const all = options.includes(value) ? options : [value, ...options]
    return {
      label: labels[field],
      hint: noteOf(field),
      ...choice(field),
      options: all.map((option) => ({ value: option, label: option || 'Not set' })),
    }
  }

  return (
    <>
      <FieldPair>
        <Field {...textOf('First Name')} maxLength={200} autoComplete="off" required data-autofocus="" />
        <Field {...textOf('Last Name')} maxLength={200} autoComplete="off" required />
      </FieldPair>
      <FieldPair>
        <Field {...textOf('Email id')} type="email" maxLength={254} autoComplete="off" required />
        <PhoneField {...textOf('Mobile No')} maxLength={40} autoComplete="off" />
      </FieldPair>
      <FieldPair>
        <Select {...choiceOf('Stage', stages)} />
        <DateField {...textOf('Lead Date')} />
      </FieldPair>
      <FieldPair>
        <Select {...choiceOf('Email Subscription', subscriptionWords)} />
        {withCustomerDate && <DateField {...textOf('Customer date')} />}
      </FieldPair>
      <TextArea {...textOf('Other Details')} maxLength={5000} />
    </>
  )
}
