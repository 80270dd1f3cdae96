import type { ReactNode } from 'react'
import { FieldGroup } from '../../../shared/ui/Field.tsx'
import { AddressFields } from '../AddressFields.tsx'
import { BrandFields } from '../BrandFields.tsx'
import type { FieldParts } from '../field-parts.ts'
import { companyFields, contactFields, socialFields } from '../profile-fields.ts'
import { TextFields } from '../TextFields.tsx'
import { MoreDetails } from './MoreDetails.tsx'
import { brandDetails, optionalOf, requiredOf, type Step } from './steps.ts'

interface StepFieldsProps {
  step: Step
  of: FieldParts
}

/** The fields of one step. The required fields are always visible. A button below them shows the optional fields. */
export function StepFields({ step: { name, more }, of: parts }: StepFieldsProps) {
  switch (name) {
    case 'business':
      return (
        <>
          <TextFields fields={requiredOf(companyFields)} of={parts} />
          <MoreDetails fields={more}>
            <TextFields fields={optionalOf(companyFields)} of={parts} />
          </MoreDetails>
        </>
      )
    case 'contact':
      return (
        <>
          <TextFields fields={requiredOf(contactFields)} of={parts} />
          <MoreDetails fields={more}>
            <TextFields fields={optionalOf(contactFields)} of={parts} />
            <FieldGroup title="Address">
              <AddressFields of={parts} />
            </FieldGroup>
            <FieldGroup title="Social links">
              <TextFields fields={socialFields} of={parts} />
            </FieldGroup>
          </MoreDetails>
        </>
      )
    case 'brand':
      return <BrandFields of={parts} Optional={MoreBrandDetails} />
  }
}

const MoreBrandDetails = ({ children }: { children: ReactNode }) => <MoreDetails fields={brandDetails}>{children}</MoreDetails>
