import {
  Cloud,
  CloudDrizzle,
  CloudFog,
  CloudLightning,
  CloudMoon,
  CloudRain,
  CloudSnow,
  CloudSun,
  type LucideIcon,
  Moon,
  Sun,
} from 'lucide-react';
import type { Weather } from '@/shared/api/types';
import type { ShopMessageKey } from '@/shared/i18n/load-messages';

const LABELS: Record<Weather['condition'], ShopMessageKey | undefined> = {
  unknown: undefined,
  clear: 'weather.clear',
  few_clouds: 'weather.fewClouds',
  cloudy: 'weather.cloudy',
  fog: 'weather.fog',
  drizzle: 'weather.drizzle',
  freezing_drizzle: 'weather.freezingDrizzle',
  light_rain: 'weather.lightRain',
  moderate_rain: 'weather.moderateRain',
  heavy_rain: 'weather.heavyRain',
  freezing_rain: 'weather.freezingRain',
  snow: 'weather.snow',
  rain_showers: 'weather.rainShowers',
  snow_showers: 'weather.snowShowers',
  thunderstorm: 'weather.thunderstorm',
};

const ICONS: Record<string, LucideIcon> = {
  sun: Sun,
  moon: Moon,
  cloud: Cloud,
  'cloud-sun': CloudSun,
  'cloud-moon': CloudMoon,
  'cloud-fog': CloudFog,
  'cloud-drizzle': CloudDrizzle,
  'cloud-rain': CloudRain,
  'cloud-snow': CloudSnow,
  'cloud-lightning': CloudLightning,
};

export const conditionKey = ({ condition }: Weather) => LABELS[condition];
export const iconOf = ({ icon }: Weather) => ICONS[icon] ?? Cloud;
/** Whole degrees; never −0. */
export const degrees = (celsius: number) => `${Math.round(celsius) || 0}°`;

/** Age of a reading in the largest fitting unit. */
export function ageText(timestamp: string, now: number): { minutes: number } | { hours: number } {
  const minutes = Math.max(0, Math.floor((now - Date.parse(timestamp)) / 60_000));
  return minutes < 60 ? { minutes } : { hours: Math.floor(minutes / 60) };
}
