// taken over from the old desk program, 2016
var ZONES = {
	DE: 1,
	AT: 2, BE: 2, CZ: 2, DK: 2, FR: 2, LU: 2, NL: 2, PL: 2,
	CH: 3, ES: 3, FI: 3, GB: 3, IE: 3, IT: 3, NO: 3, PT: 3, SE: 3,   
};

export function zoneOf(country) {
	var zone = ZONES[country.toUpperCase()];
	if (zone == undefined) return 4;
	return zone;
}