//! The first five branches with valid coordinates, whose weather is fetched, and their city names.

use crate::branches::Branch;

/// Maximum number of branches whose weather is shown.
const MAX_LOCATIONS: usize = 5;

/// A branch with valid coordinates.
#[derive(Clone, Debug, PartialEq)]
pub struct WeatherLocation {
    pub b_id: i64,
    pub lat: f64,
    pub lng: f64,
    pub name_la: String,
    pub name_en: String,
    pub city_la: String,
    pub city_en: String,
}

/// The first branches with valid coordinates, in the operator's order.
pub fn first(branches: Vec<Branch>) -> Vec<WeatherLocation> {
    branches.into_iter().filter_map(WeatherLocation::of).take(MAX_LOCATIONS).collect()
}

impl WeatherLocation {
    /// `None` without valid coordinates. Both must be in range and not zero, because empty forms produce zero.
    fn of(branch: Branch) -> Option<Self> {
        let within = |value: Option<f64>, max: f64| value.filter(|it| *it != 0.0 && it.abs() <= max);
        let (lat, lng) = (within(branch.lat, 90.0)?, within(branch.lng, 180.0)?);
        Some(Self {
            b_id: branch.b_id,
            lat,
            lng,
            city_la: city(&branch.tb_address_la, &branch.b_name),
            city_en: city(&branch.tb_address_en, &branch.b_name_eng),
            name_la: branch.b_name,
            name_en: branch.b_name_eng,
        })
    }
}

/// Prefixes and suffixes of Lao province names.
const TITLES: [&str; 6] = ["ນະຄອນຫຼວງ", "ແຂວງ", " Capital", " Province", " Prefecture", " City"];

/// The last part of an address, without its administrative title; the branch's name if there is no address.
fn city(address: &str, name: &str) -> String {
    let last = address.rsplit(',').map(str::trim).find(|part| !part.is_empty()).unwrap_or(name);
    let short = TITLES.iter().fold(last.to_owned(), |text, title| text.replace(title, ""));
    let short = short.trim();
    if short.is_empty() { last.to_owned() } else { short.to_owned() }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn at(lat: Option<f64>, lng: Option<f64>) -> Branch {
        Branch { b_id: 1, b_name: "ສາຂາ".to_owned(), lat, lng, ..Branch::default() }
    }

    #[rstest]
    #[case(Some(17.98), Some(102.63), true)]
    #[case(Some(90.0), Some(-180.0), true)]
    #[case(Some(-90.0), Some(180.0), true)]
    #[case(Some(90.01), Some(102.0), false)]
    #[case(Some(-90.01), Some(102.0), false)]
    #[case(Some(17.0), Some(180.01), false)]
    #[case(Some(0.0), Some(102.0), false)]
    #[case(Some(17.0), Some(-0.0), false)]
    #[case(Some(f64::NAN), Some(102.0), false)]
    #[case(Some(f64::INFINITY), Some(102.0), false)]
    #[case(None, Some(102.0), false)]
    #[case(Some(17.0), None, false)]
    fn weather_location_needs_coordinates_in_range_and_not_zero(
        #[case] lat: Option<f64>,
        #[case] lng: Option<f64>,
        #[case] is_valid: bool,
    ) {
        assert_eq!(WeatherLocation::of(at(lat, lng)).is_some(), is_valid);
    }

    #[test]
    fn first_five_valid_branches_are_taken_in_order() {
        let branches = (1..=9).map(|b_id| {
            let lat = (b_id % 3 != 0).then_some(17.0);
            Branch { b_id, ..at(lat, Some(102.0)) }
        });
        let ids: Vec<i64> = first(branches.collect()).iter().map(|place| place.b_id).collect();
        assert_eq!(ids, [1, 2, 4, 5, 7]);
    }

    #[rstest]
    #[case("ຖະໜົນໄກສອນ, ເມືອງໄຊເສດຖາ, ນະຄອນຫຼວງວຽງຈັນ", "ວຽງຈັນ")]
    #[case("ບ້ານນາຫຼວງ, ແຂວງຫຼວງພະບາງ", "ຫຼວງພະບາງ")]
    #[case("Kaysone Rd, Vientiane Capital", "Vientiane")]
    #[case("Vang Vieng, Vientiane Province, ", "Vientiane")]
    #[case("", "ສາຂາ")]
    #[case("ແຂວງ", "ແຂວງ")]
    fn city_is_the_last_part_of_the_address(#[case] address: &str, #[case] expected: &str) {
        assert_eq!(city(address, "ສາຂາ"), expected);
    }
}
