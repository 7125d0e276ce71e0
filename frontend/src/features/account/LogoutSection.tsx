import { useNavigate } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { signOut } from '@/domain/session/sign-out';
import { useAppContext } from '@/shared/hooks/use-app-context';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';

/** Section with the logout button. Logging out also removes what this browser stored of the customer. */
export function LogoutSection() {
  const t = useT();
  const shop = useAppContext();
  const navigate = useNavigate();
  const [isEnding, setIsEnding] = useState(false);

  const end = async () => {
    setIsEnding(true);
    if (await signOut(shop)) await navigate({ to: '/' });
    setIsEnding(false);
  };

  return (
    <Button
      kind="outline"
      icon={LogOut}
      isLoading={isEnding}
      onClick={() => void end()}
      className="justify-self-start"
    >
      {t('session.logout')}
    </Button>
  );
}
