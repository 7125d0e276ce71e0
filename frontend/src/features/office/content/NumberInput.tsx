import { useState } from 'react';
import type { EditControl } from '../product/EditField';
import { type NumberType, typedNumber } from './content-number';

type NumberInputProps = {
  type: NumberType;
  control: EditControl;
  value: unknown;
  onChange: (value: unknown) => void;
};

/** Input of a number, in digits of any script. While it is typed in, the text stays as it was typed. */
export function NumberInput({ type, control, value, onChange }: NumberInputProps) {
  const [typed, setTyped] = useState<string>();
  const isTyped = typed !== undefined && typedNumber(type, typed) === value;
  return (
    <input
      {...control}
      inputMode={type === 'number' ? 'numeric' : 'decimal'}
      autoComplete="off"
      dir="ltr"
      className="o-field"
      value={isTyped ? typed : String(value ?? '')}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(typedNumber(type, target.value));
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
