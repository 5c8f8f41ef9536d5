import type { ComponentProps, FormEvent } from 'react'

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown
}

/** A form whose submit stays on the page. */
export const Form = ({ className = 'form', onSubmit, ...native }: FormProps) => (
  <form
    {...native}
    className={className}
    onSubmit={(event) => {
      event.preventDefault()
      void onSubmit(event)
    }}
  />
)
