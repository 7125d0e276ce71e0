import { useState } from 'react';
import type { Product } from '@/shared/api/types';
import { useT } from '@/shared/i18n/language-context';
import { fetchByCode } from './new-order-api';

type CodeLookup = {
  nameOf: (product: Product) => string;
  onFound: (product: Product) => void;
  /** The code found no product that can be added; the box shows it again. */
  onMissed: (code: string) => void;
};

/** Looks up scanned and typed codes. The next code may be scanned while the former one is looked up. */
export function useCodeLookup({ nameOf, onFound, onMissed }: CodeLookup) {
  const t = useT();
  const [open, setOpen] = useState(0);
  const [problem, setProblem] = useState<string>();
  /** Products of a code that several have, of which one is chosen. */
  const [several, setSeveral] = useState<{ code: string; products: Product[] }>();
  const [unknown, setUnknown] = useState<string>();

  const miss = (code: string, text: string) => {
    setProblem(text);
    onMissed(code);
  };
  const lookUp = async (code: string) => {
    clear();
    setOpen((count) => count + 1);
    try {
      const products = await fetchByCode(code);
      const [only, ...others] = products;
      if (!only) {
        setUnknown(code);
        miss(code, t('office.new.codeUnknown', { code }));
      } else if (others.length > 0) {
        setSeveral({ code, products });
        miss(code, t('office.new.codeOfSeveral', { code }));
      } else if (only.price === null) {
        miss(code, t('office.new.codeUnpriced', { name: nameOf(only) }));
      } else {
        onFound(only);
      }
    } catch {
      miss(code, t('office.new.codeFailed', { code }));
    } finally {
      setOpen((count) => count - 1);
    }
  };
  const clear = () => {
    setProblem(undefined);
    setSeveral(undefined);
    setUnknown(undefined);
  };
  return { lookUp, clear, problem, several, unknown, isLookingUp: open > 0 };
}
