import { useNavigate } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useT } from '@/language/context';
import { logout } from '@/session/logout';
import { useShop } from '@/session/shop';
import { Button } from '@/ui/Button';

/** The end of the session, and of everything this browser kept of it. */
export function LogoutSection() {
  const t = useT();
  const shop = useShop();
  const navigate = useNavigate();
  const [isEnding, setIsEnding] = useState(false);

  const end = async () => {
    setIsEnding(true);
    if (await logout(shop)) await navigate({ to: '/' });
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
